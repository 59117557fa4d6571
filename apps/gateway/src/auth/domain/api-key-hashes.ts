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

/** The secrets of API key hashes: the first one makes new hashes, all of them find stored keys. */
export class ApiKeyHashes {
  #secrets: readonly Secret[];

  constructor(secrets: readonly Secret[]) {
    this.#secrets = secrets;
  }

  /** The current secret comes first. */
  get secrets(): readonly Secret[] {
    return this.#secrets;
  }

  get kids(): readonly string[] {
    return this.#secrets.map(kidOf);
  }

  replace(secrets: readonly Secret[]): void {
    this.#secrets = secrets;
  }

  current(plainKey: string): ApiKeyHash {
    return hashWith(this.#secrets[0]!, plainKey);
  }

  /** The hashes of the key under earlier secrets. */
  earlier(plainKey: string): readonly ApiKeyHash[] {
    return this.#secrets.slice(1).map((secret) => hashWith(secret, plainKey));
  }
}

const hashWith = (secret: Secret, plainKey: string): ApiKeyHash => ({
  hash: hashOf(plainKey, secret.reveal()),
  kid: kidOf(secret),
});
