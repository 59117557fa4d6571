import type { Sql } from '@payorch/platform/postgres';
import type { KeyPlace } from '../idempotency/persistence/idempotency-key.repository';

/** Runs `work` in this transaction and stores the rendered result there; does nothing if an earlier attempt did it. */
export type ChangeOnce = <T>(
  claim: Claim,
  sql: Sql,
  work: (sql: Sql) => Promise<T>,
  view: (result: T) => unknown,
) => Promise<T>;

/** A request under an idempotency key while the gateway handles it: every attempt sends and creates the same ids. */
export class Claim {
  private sent = false;

  constructor(
    readonly place: KeyPlace,
    readonly commandId: string,
    readonly changeOnce: ChangeOnce,
  ) {}

  /** The id of a command that the request sends. From here on its response is stored, also a refusal. */
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
