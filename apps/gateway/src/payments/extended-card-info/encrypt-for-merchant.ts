import { constants, createCipheriv, publicEncrypt, randomBytes, type KeyObject } from 'node:crypto';

const encoded = (bytes: Buffer | string): string => Buffer.from(bytes as string).toString('base64url');
const head = encoded(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM', typ: 'JWT' }));

/** Encrypts a text for the merchant: compact JWE, RSA-OAEP-256 and A256GCM (RFC 7516). Only the merchant can decrypt it. */
export function encryptForMerchant(plaintext: string, publicKey: KeyObject): string {
  const contentKey = randomBytes(32);
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const encryptedKey = publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256' }, contentKey);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', contentKey, nonce);
  cipher.setAAD(Buffer.from(head, 'ascii'));
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return [head, ...[encryptedKey, nonce, ciphertext, cipher.getAuthTag()].map(encoded)].join('.');
}
