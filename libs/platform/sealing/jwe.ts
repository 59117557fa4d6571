import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import type { PrivateKeys, PublicKey } from './keys';
import { newX25519Key } from './x25519';

/**
 * The object to which a seal is bound. The protected header contains it, so a seal moved to another object or merchant
 * does not open.
 */
export interface SealHeader {
  /** The object of the secret: a card reference, a connector account id. */
  readonly reference: string;
  readonly merchantId: string;
  /**
   * The purpose of the secret (`card_number`, `card_cvc`, `connector_credentials`): a seal for another purpose is
   * refused.
   */
  readonly purpose: string;
}

export interface SealOptions {
  readonly publicKey: PublicKey;
  readonly header: SealHeader;
}

export type SealFault = 'malformed' | 'unknown_key' | 'wrong_header' | 'tampered';

/** A seal that does not open. The message contains the fault only, neither text nor key. */
export class SealError extends Error {
  override readonly name = 'SealError';

  constructor(readonly fault: SealFault) {
    super(`the seal does not open: ${fault}`);
  }
}

interface ProtectedHeader extends SealHeader {
  readonly alg: 'ECDH-ES';
  readonly enc: 'A256GCM';
  readonly kid: string;
  readonly epk: { readonly kty: 'OKP'; readonly crv: 'X25519'; readonly x: string };
}

const encoded = (bytes: Buffer | string): string => Buffer.from(bytes as string).toString('base64url');

const lengthAnd = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/**
 * RFC 7518, section 4.6.2, for direct agreement on 256 bits: one round of SHA-256 over a counter, the agreed secret,
 * the name of the content encryption, two empty party names and the key length.
 */
const kdfPrefix = Buffer.from([0, 0, 0, 1]);
const kdfSuffix = Buffer.concat([lengthAnd('A256GCM'), lengthAnd(''), lengthAnd(''), Buffer.from([0, 0, 1, 0])]);
const contentKey = (privateKey: KeyObject, publicKey: KeyObject): Buffer =>
  createHash('sha256').update(kdfPrefix).update(diffieHellman({ privateKey, publicKey })).update(kdfSuffix).digest();

/**
 * Seals a text for the owner of the private key: compact JWE, ECDH-ES over X25519, A256GCM. The ephemeral key is new
 * for each seal, so no two seals share a content key and the sealing process cannot open its own seals.
 */
export function seal(plaintext: string, { publicKey, header }: SealOptions): string {
  const ephemeral = newX25519Key();
  const { reference, merchantId, purpose } = header;
  const epk = { kty: 'OKP', crv: 'X25519', x: encoded(ephemeral.publicBytes) } as const;
  const protectedHeader: ProtectedHeader = {
    alg: 'ECDH-ES',
    enc: 'A256GCM',
    kid: publicKey.kid,
    epk,
    reference,
    merchantId,
    purpose,
  };
  const head = encoded(JSON.stringify(protectedHeader));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', contentKey(ephemeral.privateKey, publicKey.key), nonce);
  cipher.setAAD(Buffer.from(head, 'ascii'));
  const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return `${head}..${encoded(nonce)}.${encoded(sealed)}.${encoded(cipher.getAuthTag())}`;
}

/**
 * Accepts only the canonical base64url text of the bytes: other texts of the same bytes would be other seals that open
 * too.
 */
function decoded(text: string, length?: number): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (encoded(bytes) !== text || (length !== undefined && bytes.length !== length)) throw new SealError('malformed');
  return bytes;
}

function parts(jwe: string): { head: string; nonce: Buffer; sealed: Buffer; tag: Buffer } {
  const [head, key, nonce, sealed, tag, ...more] = jwe.split('.');
  if (!head || key !== '' || nonce === undefined || sealed === undefined || tag === undefined || more.length > 0)
    throw new SealError('malformed');
  return { head, nonce: decoded(nonce, 12), sealed: decoded(sealed), tag: decoded(tag, 16) };
}

function headerOf(head: string): ProtectedHeader {
  try {
    const header = JSON.parse(decoded(head).toString('utf8')) as ProtectedHeader;
    if (header.alg === 'ECDH-ES' && header.enc === 'A256GCM' && header.epk.crv === 'X25519') return header;
  } catch {
    // falls through: unparsable text is malformed
  }
  throw new SealError('malformed');
}

/** The key and the binding of a seal, without checking whether the seal opens. */
export function describeSeal(jwe: string): SealHeader & { readonly kid: string } {
  const { kid, reference, merchantId, purpose } = headerOf(jwe.split('.', 1)[0] ?? '');
  return { kid, reference, merchantId, purpose };
}

/** The id of the key of a seal, for rewrap jobs, without checking whether the seal opens. */
export const keyIdOf = (jwe: string): string => describeSeal(jwe).kid;

/**
 * The common beginning of all seals for this key, and of no seal for another key: the header's fields have a fixed
 * order, and the text ends inside the field after the key id. So a database can find older seals by their prefix.
 */
export function sealPrefixOf(kid: string): string {
  const head = JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', kid, epk: { kty: 'OKP' } }).slice(0, -2);
  const whole = Buffer.from(head);
  return encoded(whole.subarray(0, whole.length - (whole.length % 3)));
}

/** Opens a seal for one of our keys and for exactly this object, merchant and purpose; otherwise throws `SealError`. */
export function open(jwe: string, privateKeys: PrivateKeys, expected: SealHeader): string {
  const { head, nonce, sealed, tag } = parts(jwe);
  const header = headerOf(head);
  const privateKey = privateKeys.get(header.kid);
  if (privateKey === undefined) throw new SealError('unknown_key');
  const { reference, merchantId, purpose } = expected;
  if (header.reference !== reference || header.merchantId !== merchantId || header.purpose !== purpose)
    throw new SealError('wrong_header');
  try {
    const ephemeral = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: header.epk.x }, format: 'jwk' });
    const decipher = createDecipheriv('aes-256-gcm', contentKey(privateKey, ephemeral), nonce);
    decipher.setAAD(Buffer.from(head, 'ascii'));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    throw new SealError('tampered');
  }
}
