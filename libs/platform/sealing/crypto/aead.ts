import { randomBytesFromStock } from '@payorch/kernel';
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** The fewest bytes of an encrypted text: nonce and tag of an empty one. */
export const smallestEncrypted = nonceBytes + tagBytes;

/** AES-256-GCM under a random nonce: nonce, ciphertext and tag. `about` must be the same to decrypt. */
export function encrypt(text: string | Buffer, key: Buffer | KeyObject, about: Buffer): Buffer {
  const nonce = randomBytesFromStock(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(about);
  const encrypted = typeof text === 'string' ? cipher.update(text, 'utf8') : cipher.update(text);
  return Buffer.concat([nonce, encrypted, cipher.final(), cipher.getAuthTag()]);
}

/** The bytes of `encrypt`. Throws for another key, another `about` or changed bytes. */
export function decrypt(encrypted: Buffer, key: Buffer | KeyObject, about: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, nonceBytes));
  decipher.setAAD(about);
  decipher.setAuthTag(encrypted.subarray(-tagBytes));
  const text = decipher.update(encrypted.subarray(nonceBytes, -tagBytes));
  return Buffer.concat([text, decipher.final()]);
}
