import { createPrivateKey, X509Certificate } from 'node:crypto';

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64');

/** Whether these are a certificate and a private key, each base64 of PEM, as the interface defines. */
export function isCertificatePair(certificate: string, privateKey: string): boolean {
  try {
    return new X509Certificate(fromBase64(certificate)).subject !== '' && !!createPrivateKey(fromBase64(privateKey));
  } catch {
    return false;
  }
}

/** Whether these are a certificate and the private key of that certificate, both as PEM. */
export function isPemPair(certificate: string, privateKey: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
  } catch {
    return false;
  }
}
