import type { AccountRef } from '@payorch/contracts';
import type { Operation } from '../operation';

/** What is known here of the account that the command names. */
export interface KnownAccount {
  readonly pin: string;
  readonly connector: { readonly guarantees: { readonly idempotencyKeys?: { readonly validForMs: number } } };
}

const isSame = (a: AccountRef, b: AccountRef): boolean =>
  a.merchantConnectorId === b.merchantConnectorId && a.connector === b.connector;

/**
 * How long after it was first sent an operation without an answer may be sent again; undefined: it may not. Only to the very
 * account, with the very settings, of its claim: under other credentials the same key is another one, and has no memory.
 */
export function resendWithinMs(
  row: Operation,
  named: AccountRef,
  account: KnownAccount | undefined,
): number | undefined {
  if (row.state !== 'sent' && row.state !== 'unknown') return undefined;
  if (!account || !isSame(row.account, named) || row.accountPin !== account.pin) return undefined;
  return account.connector.guarantees.idempotencyKeys?.validForMs;
}
