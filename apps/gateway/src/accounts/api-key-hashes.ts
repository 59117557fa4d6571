import { createHash } from 'node:crypto';
import type { Secret } from '@payorch/kernel';
import { hashOf } from './api-key';

/** A stored key as it is found: its keyed hash, and which secret made it. */
export interface ApiKeyHash {
  readonly hash: string;
  readonly kid: string;
}

/** Names a secret without telling anything of it: of 256 random bits no hash leads back. */
const kidOf = (secret: Secret): string =>
  createHash('sha256').update(`api key hash secret ${secret.reveal()}`).digest('hex').slice(0, 8);

/** The secrets that API keys are hashed with: the first hashes, all find. */
export class ApiKeyHashes {
  #secrets: readonly Secret[];

  constructor(secrets: readonly Secret[]) {
    this.#secrets = secrets;
  }

  /** In their order: the first is the current one. */
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

  /** What the key may be stored under from the time of an earlier secret. */
  earlier(plainKey: string): readonly ApiKeyHash[] {
    return this.#secrets.slice(1).map((secret) => hashWith(secret, plainKey));
  }
}

const hashWith = (secret: Secret, plainKey: string): ApiKeyHash => ({
  hash: hashOf(plainKey, secret.reveal()),
  kid: kidOf(secret),
});
