import { createSecretKey, randomBytes } from 'node:crypto';
import { decrypt, encrypt, smallestEncrypted } from './crypto/aead';
import { SealError } from './crypto/jwe';

const format = 'f1';
const keyBytes = 32;

/** The file that a content belongs to: bytes that are stored under another file do not open. */
export interface ContentPlace {
  readonly merchantId: string;
  readonly fileId: string;
}

/** How many bytes a sealed content is longer than the content. */
export const contentSealBytes = format.length + smallestEncrypted;

/** A random key for one content, in base64. Without it the content is lost: it is stored sealed, beside the content's place. */
export const newContentKey = (): string => randomBytes(keyBytes).toString('base64');

const aboutOf = ({ merchantId, fileId }: ContentPlace): Buffer =>
  Buffer.from(JSON.stringify([format, merchantId, fileId]));

function keyOf(contentKey: string) {
  const bytes = Buffer.from(contentKey, 'base64');
  if (bytes.length !== keyBytes) throw new SealError('malformed');
  return createSecretKey(bytes);
}

/** `f1`, then nonce, text and tag (AES-256-GCM). */
export const sealContent = (content: Buffer, contentKey: string, place: ContentPlace): Buffer =>
  Buffer.concat([Buffer.from(format, 'latin1'), encrypt(content, keyOf(contentKey), aboutOf(place))]);

/** The content, of which every byte is as it was stored. @throws SealError */
export function openContent(sealed: Buffer, contentKey: string, place: ContentPlace): Buffer {
  if (sealed.length < contentSealBytes || sealed.toString('latin1', 0, format.length) !== format)
    throw new SealError('malformed');
  const key = keyOf(contentKey);
  try {
    return decrypt(sealed.subarray(format.length), key, aboutOf(place));
  } catch {
    throw new SealError('tampered');
  }
}
