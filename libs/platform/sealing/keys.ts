import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Secret } from '@payorch/kernel';

/** What seals are made for: anybody may have it. */
export interface PublicKey {
  readonly kid: string;
  readonly key: KeyObject;
}

/** What opens seals, by key id; only connector workers hold it. */
export type PrivateKeys = ReadonlyMap<string, KeyObject>;

/** An X25519 key as JWK (RFC 8037). */
export interface OkpJwk {
  readonly kty: 'OKP';
  readonly crv: 'X25519';
  readonly kid: string;
  readonly x: string;
}

export type OkpPrivateJwk = OkpJwk & { readonly d: string };

const publicParts = ({ kty, crv, x }: OkpJwk): { kty: string; crv: string; x: string } => ({ kty, crv, x });

/** Public keys in the order of the list: new seals go to the first, the others are on their way out. */
export const parsePublicKeys = (jwks: readonly OkpJwk[]): readonly PublicKey[] =>
  jwks.map((jwk) => ({ kid: jwk.kid, key: createPublicKey({ key: publicParts(jwk), format: 'jwk' }) }));

/** Private keys from the JSON text of a JWK list; the text stays a `Secret` until here. */
export function parsePrivateKeys(jwks: Secret): PrivateKeys {
  const keys = JSON.parse(jwks.reveal()) as readonly OkpPrivateJwk[];
  return new Map(
    keys.map((jwk) => [jwk.kid, createPrivateKey({ key: { ...publicParts(jwk), d: jwk.d }, format: 'jwk' })]),
  );
}
