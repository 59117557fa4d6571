import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { InvariantError, type Secret } from '@payorch/kernel';

/** The key for new seals; it is public. */
export interface PublicKey {
  readonly kid: string;
  readonly key: KeyObject;
}

/** The keys that open seals, by key id; only connector workers have them. */
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

/** Public keys in the order of the list: the first is used for new seals, the others are being retired. */
export const parsePublicKeys = (jwks: readonly OkpJwk[]): readonly PublicKey[] =>
  jwks.map((jwk) => ({ kid: jwk.kid, key: createPublicKey({ key: publicParts(jwk), format: 'jwk' }) }));

/** Private keys from the JSON text of a JWK list, which is a `Secret` until here. */
export function parsePrivateKeys(jwks: Secret): PrivateKeys {
  const keys = JSON.parse(jwks.reveal()) as readonly OkpPrivateJwk[];
  return new Map(
    keys.map((jwk) => [jwk.kid, createPrivateKey({ key: { ...publicParts(jwk), d: jwk.d }, format: 'jwk' })]),
  );
}

/** The public key for new seals; it may be replaced while the process runs. */
export class CurrentPublicKey implements PublicKey {
  #current: PublicKey;
  #kids: readonly string[];

  constructor(jwks: readonly OkpJwk[]) {
    this.#current = firstOf(jwks);
    this.#kids = jwks.map(({ kid }) => kid);
  }

  get kid(): string {
    return this.#current.kid;
  }

  get key(): KeyObject {
    return this.#current.key;
  }

  /** Ids of all keys of the list in their order: more than one during a key rotation. */
  get kids(): readonly string[] {
    return this.#kids;
  }

  replace(jwks: readonly OkpJwk[]): void {
    this.#current = firstOf(jwks);
    this.#kids = jwks.map(({ kid }) => kid);
  }
}

function firstOf(jwks: readonly OkpJwk[]): PublicKey {
  const [first] = parsePublicKeys(jwks.slice(0, 1));
  if (!first) throw new InvariantError('the configuration contains no sealing key');
  return first;
}

/** Private keys by key id that may be replaced while the process runs. */
export class CurrentPrivateKeys {
  readonly #keys = new Map<string, KeyObject>();
  #current!: PublicKey;

  constructor(jwks: Secret) {
    this.replace(jwks);
  }

  /** The same map for ever: its users see every later change, in the order of the list. */
  get keys(): PrivateKeys {
    return this.#keys;
  }

  /** The public half of the first key, for which values are sealed again. */
  get current(): PublicKey {
    return this.#current;
  }

  replace(jwks: Secret): void {
    const next = parsePrivateKeys(jwks);
    this.#current = firstOf(JSON.parse(jwks.reveal()) as readonly OkpJwk[]);
    this.#keys.clear();
    for (const [kid, key] of next) this.#keys.set(kid, key);
  }
}
