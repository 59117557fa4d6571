import type { Refusal } from '@payorch/contracts';
import type { Sql } from '@payorch/platform/postgres';

/** The identity of a key: the same text under another route or merchant is another key. */
export interface KeyPlace {
  /** `operator` for calls under the admin key. */
  readonly merchantId: string;
  /** Method and route template, after the key space of a caller without a secret key. */
  readonly route: string;
  readonly key: string;
}

/**
 * Runs `work` in this transaction and stores the rendered result there; does nothing if an earlier attempt did it. A
 * refusal is not stored.
 */
export type ChangeOnce = <T>(
  claim: Claim,
  sql: Sql,
  work: (sql: Sql) => Promise<T | Refusal>,
  view: (result: T) => unknown,
) => Promise<T | Refusal>;

/** A request under an idempotency key while the gateway handles it: every attempt sends and creates the same ids. */
export class Claim {
  private sent = false;

  constructor(
    readonly place: KeyPlace,
    readonly commandId: string,
    readonly changeOnce: ChangeOnce,
    /** Keyed digests of the top-level fields, stored with the response: a conflict then names the fields that differ. */
    readonly fieldDigests: Readonly<Record<string, string>> = {},
  ) {}

  /** The id of a command that the request sends. From here on its response is stored, also a refusal of the owner that judged it. */
  messageIdFor(type: string): string {
    this.sent = true;
    return `msg_${this.commandId}.${type}`;
  }

  get hasSent(): boolean {
    return this.sent;
  }
}

const claims = new WeakMap<object, Claim>();

export const attachClaim = (request: object, claim: Claim): void => void claims.set(request, claim);
export const claimOf = (request: object): Claim | undefined => claims.get(request);
