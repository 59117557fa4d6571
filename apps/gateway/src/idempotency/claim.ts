import type { Sql } from '@payorch/platform/postgres';
import type { KeyPlace } from '../persistence/idempotency-key.repository';

/** Does `work` in this transaction and keeps there what its result is shown as; does nothing where it was done before. */
export type ChangeOnce = <T>(
  claim: Claim,
  sql: Sql,
  work: (sql: Sql) => Promise<T>,
  show: (result: T) => unknown,
) => Promise<T>;

/** A request under an idempotency key while it is handled: what it sends and makes has the same ids whenever it comes again. */
export class Claim {
  private sent = false;

  constructor(
    readonly place: KeyPlace,
    readonly commandId: string,
    readonly changeOnce: ChangeOnce,
  ) {}

  /** The id of a command that the request sends. From here on its answer counts, a refusal too. */
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
