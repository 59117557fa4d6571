import { createHash } from 'node:crypto';
import type { Secret } from '@payorch/kernel';
import { hashOf } from './api-key';

/** The keyed hash of a stored API key, and the id of the secret that made it. */
export interface ApiKeyHash {
  readonly hash: string;
  readonly kid: string;
}

/** The id of a secret. The hash reveals nothing: the secret has 256 random bits. */
const kidOf = (secret: Secret): string =>
  createHash('sha256').update(`api key hash secret ${secret.reveal()}`).digest('hex').slice(0, 8);

interface NamedSecret {
  readonly secret: Secret;
  readonly kid: string;
}

const named = (secret: Secret): NamedSecret => ({ secret, kid: kidOf(secret) });

/** The secrets of API key hashes: the first one makes new hashes, all of them find stored keys. */
export class ApiKeyHashes {
  #named: readonly NamedSecret[];

  constructor(secrets: readonly Secret[]) {
    this.#named = secrets.map(named);
  }

  /** The current secret comes first. */
  get secrets(): readonly Secret[] {
    return this.#named.map(({ secret }) => secret);
  }

  get kids(): readonly string[] {
    return this.#named.map(({ kid }) => kid);
  }

  replace(secrets: readonly Secret[]): void {
    this.#named = secrets.map(named);
  }

  current(plainKey: string): ApiKeyHash {
    return hashWith(this.#named[0]!, plainKey);
  }

  /** The hashes of the key under earlier secrets. */
  earlier(plainKey: string): readonly ApiKeyHash[] {
    return this.#named.slice(1).map((one) => hashWith(one, plainKey));
  }
}

const hashWith = ({ secret, kid }: NamedSecret, plainKey: string): ApiKeyHash => ({
  hash: hashOf(plainKey, secret.reveal()),
  kid,
});
