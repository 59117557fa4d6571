import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PrivateKeys, PublicKey } from '../keys';
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

/** ECDH-ES: seals of before ADR 182, whose content key is the agreed one. They open, and no new ones are made. */
type Agreement = 'ECDH-ES+A256KW' | 'ECDH-ES';

interface EphemeralJwk {
  readonly kty: 'OKP';
  readonly crv: 'X25519';
  readonly x: string;
}

interface ProtectedHeader extends SealHeader {
  readonly alg: Agreement;
  readonly enc: 'A256GCM';
  readonly kid: string;
  readonly epk: EphemeralJwk;
}

const encoded = (bytes: Buffer | string): string => Buffer.from(bytes as string).toString('base64url');

const lengthAnd = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/**
 * RFC 7518, section 4.6.2, for 256 bits: one round of SHA-256 over a counter, the agreed secret, the name of what the key
 * is for, two empty party names and the key length.
 */
const kdfPrefix = Buffer.from([0, 0, 0, 1]);
const kdfSuffixFor = (use: string) =>
  Buffer.concat([lengthAnd(use), lengthAnd(''), lengthAnd(''), Buffer.from([0, 0, 1, 0])]);
const kdfSuffix: Readonly<Record<Agreement, Buffer>> = {
  'ECDH-ES+A256KW': kdfSuffixFor('ECDH-ES+A256KW'),
  'ECDH-ES': kdfSuffixFor('A256GCM'),
};
const agreedKey = (alg: Agreement, privateKey: KeyObject, publicKey: KeyObject): Buffer =>
  createHash('sha256')
    .update(kdfPrefix)
    .update(diffieHellman({ privateKey, publicKey }))
    .update(kdfSuffix[alg])
    .digest();

/** RFC 3394 with its default initial value. */
const keyWrap = 'id-aes256-wrap';
const keyWrapIv = Buffer.alloc(8, 0xa6);

function wrapped(wrappingKey: Buffer, key: Buffer): Buffer {
  const cipher = createCipheriv(keyWrap, wrappingKey, keyWrapIv);
  return Buffer.concat([cipher.update(key), cipher.final()]);
}

function unwrapped(wrappingKey: Buffer, key: Buffer): Buffer {
  const decipher = createDecipheriv(keyWrap, wrappingKey, keyWrapIv);
  return Buffer.concat([decipher.update(key), decipher.final()]);
}

/** The agreement of one ephemeral key with a public key, for the seals of a second. */
interface SharedAgreement {
  readonly epk: EphemeralJwk;
  readonly wrappingKey: Buffer;
}

const agreementMs = 1_000;
const agreements = new WeakMap<KeyObject, SharedAgreement>();

/** A second after an agreement its wrapping key is erased: from then on this process cannot open its own seals. */
function agreementFor(publicKey: KeyObject): SharedAgreement {
  const present = agreements.get(publicKey);
  if (present) return present;
  const ephemeral = newX25519Key();
  const wrappingKey = agreedKey('ECDH-ES+A256KW', ephemeral.privateKey, publicKey);
  const made = { epk: { kty: 'OKP', crv: 'X25519', x: encoded(ephemeral.publicBytes) }, wrappingKey } as const;
  ephemeral.privateBytes.fill(0);
  agreements.set(publicKey, made);
  setTimeout(() => {
    agreements.delete(publicKey);
    wrappingKey.fill(0);
  }, agreementMs).unref();
  return made;
}

/**
 * Seals a text for the owner of the private key: compact JWE, ECDH-ES+A256KW over X25519, A256GCM. Each seal has a content
 * key of its own; the seals of a second wrap theirs with the same agreement, which costs ten times as much as the rest.
 */
export function seal(plaintext: string, { publicKey, header }: SealOptions): string {
  const { epk, wrappingKey } = agreementFor(publicKey.key);
  const { reference, merchantId, purpose } = header;
  const protectedHeader: ProtectedHeader = {
    alg: 'ECDH-ES+A256KW',
    enc: 'A256GCM',
    kid: publicKey.kid,
    epk,
    reference,
    merchantId,
    purpose,
  };
  const head = encoded(JSON.stringify(protectedHeader));
  const contentKey = randomBytes(32);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', contentKey, nonce);
  cipher.setAAD(Buffer.from(head, 'ascii'));
  const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  const key = encoded(wrapped(wrappingKey, contentKey));
  return `${head}.${key}.${encoded(nonce)}.${encoded(sealed)}.${encoded(cipher.getAuthTag())}`;
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

interface Parts {
  readonly head: string;
  /** The wrapped content key; empty in a seal whose content key is the agreed one. */
  readonly key: Buffer;
  readonly nonce: Buffer;
  readonly sealed: Buffer;
  readonly tag: Buffer;
}

function parts(jwe: string): Parts {
  const [head, key, nonce, sealed, tag, ...more] = jwe.split('.');
  if (!head || key === undefined || nonce === undefined || sealed === undefined || tag === undefined || more.length > 0)
    throw new SealError('malformed');
  return { head, key: decoded(key), nonce: decoded(nonce, 12), sealed: decoded(sealed), tag: decoded(tag, 16) };
}

function headerOf(head: string): ProtectedHeader {
  try {
    const header = JSON.parse(decoded(head).toString('utf8')) as ProtectedHeader;
    if (Object.hasOwn(kdfSuffix, header.alg) && header.enc === 'A256GCM' && header.epk.crv === 'X25519') return header;
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
 * The common beginning of all new seals for this key, and of no seal for another key: the header's fields have a fixed
 * order, and the text ends inside the field after the key id. So a database can find older seals by their prefix.
 */
export function sealPrefixOf(kid: string): string {
  const head = JSON.stringify({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid, epk: { kty: 'OKP' } }).slice(0, -2);
  const whole = Buffer.from(head);
  return encoded(whole.subarray(0, whole.length - (whole.length % 3)));
}

/** Agreed keys of the last seals that a private key opened, by ephemeral key: the seals of a second share one. */
const agreedKeys = new WeakMap<KeyObject, LRUCache<string, Buffer>>();
const mostAgreedKeys = 64;

function wrappingKeyOf(privateKey: KeyObject, { x }: EphemeralJwk): Buffer {
  const known = agreedKeys.get(privateKey) ?? new LRUCache<string, Buffer>({ max: mostAgreedKeys });
  agreedKeys.set(privateKey, known);
  const present = known.get(x);
  if (present) return present;
  const agreed = agreedKey('ECDH-ES+A256KW', privateKey, publicKeyOf(x));
  known.set(x, agreed);
  return agreed;
}

const publicKeyOf = (x: string): KeyObject => createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' });

function contentKeyOf({ alg, epk }: ProtectedHeader, key: Buffer, privateKey: KeyObject): Buffer {
  if (alg === 'ECDH-ES+A256KW') return unwrapped(wrappingKeyOf(privateKey, epk), key);
  if (key.length > 0) throw new SealError('tampered');
  return agreedKey(alg, privateKey, publicKeyOf(epk.x));
}

/** Opens a seal for one of our keys and for exactly this object, merchant and purpose; otherwise throws `SealError`. */
export function open(jwe: string, privateKeys: PrivateKeys, expected: SealHeader): string {
  const { head, key, nonce, sealed, tag } = parts(jwe);
  const header = headerOf(head);
  const privateKey = privateKeys.get(header.kid);
  if (privateKey === undefined) throw new SealError('unknown_key');
  const { reference, merchantId, purpose } = expected;
  if (header.reference !== reference || header.merchantId !== merchantId || header.purpose !== purpose)
    throw new SealError('wrong_header');
  try {
    const decipher = createDecipheriv('aes-256-gcm', contentKeyOf(header, key, privateKey), nonce);
    decipher.setAAD(Buffer.from(head, 'ascii'));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    throw new SealError('tampered');
  }
}
