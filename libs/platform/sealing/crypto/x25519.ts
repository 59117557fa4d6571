import { createPrivateKey, createPublicKey, diffieHellman, randomBytes, type KeyObject } from 'node:crypto';

export interface X25519Key {
  readonly privateKey: KeyObject;
  /** The public half, 32 bytes (RFC 7748). */
  readonly publicBytes: Buffer;
  /** The private half, 32 bytes. */
  readonly privateBytes: Buffer;
}

/** The header of a SubjectPublicKeyInfo of X25519 (RFC 8410): the 32 bytes of the key follow. */
const spkiHeader = Buffer.from('302a300506032b656e032100', 'hex');
/** The base point is 9, little-endian: agreement with it is how RFC 7748 defines the public half. */
const basePoint = createPublicKey({
  key: Buffer.concat([spkiHeader, Buffer.from([9]), Buffer.alloc(31)]),
  format: 'der',
  type: 'spki',
});
/** Node reads only `d` of a private JWK, but requires an `x` of the right length. */
const unreadX = Buffer.alloc(32).toString('base64url');

/**
 * A fresh X25519 key, without Node's key generation: in Node 20 the export of a generated key can wait for ever for a
 * mutex that its own thread has locked (garbage collection destroys the generation job during the export).
 */
export function newX25519Key(): X25519Key {
  const privateBytes = randomBytes(32);
  const d = privateBytes.toString('base64url');
  const privateKey = createPrivateKey({ key: { kty: 'OKP', crv: 'X25519', d, x: unreadX }, format: 'jwk' });
  return { privateKey, privateBytes, publicBytes: diffieHellman({ privateKey, publicKey: basePoint }) };
}

/** A fresh key pair as a private JWK (RFC 8037) with this id; all members but `d` are public. */
export function newX25519Jwk(kid: string): { kty: 'OKP'; crv: 'X25519'; kid: string; x: string; d: string } {
  const { privateBytes, publicBytes } = newX25519Key();
  return {
    kty: 'OKP',
    crv: 'X25519',
    kid,
    x: publicBytes.toString('base64url'),
    d: privateBytes.toString('base64url'),
  };
}
