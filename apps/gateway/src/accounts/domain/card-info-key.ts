import { createPublicKey, type KeyObject } from 'node:crypto';

/** A longer key, or another exponent, would block the event loop at each encryption. */
const modulusBits = { least: 2048, most: 4096 };
const exponent = 65_537n;
const longestPem = 4096;

/** The RSA public key of a PEM text; undefined for any other text, also for a private key or a key of another strength. */
export function readPublicKey(pem: string): KeyObject | undefined {
  // Node derives a public key from a private one: that must be refused.
  if (pem.length > longestPem || !/^\s*-----BEGIN (RSA )?PUBLIC KEY-----/.test(pem)) return undefined;
  try {
    const key = createPublicKey(pem);
    const { modulusLength: bits = 0, publicExponent } = key.asymmetricKeyDetails ?? {};
    const isFine = bits >= modulusBits.least && bits <= modulusBits.most && publicExponent === exponent;
    return key.asymmetricKeyType === 'rsa' && isFine ? key : undefined;
  } catch {
    return undefined;
  }
}
