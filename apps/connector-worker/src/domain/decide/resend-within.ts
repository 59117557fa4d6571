import type { AccountRef } from '@payorch/contracts';
import type { Operation } from '../operation';

/** The connector account that the command names, as this worker knows it. */
export interface KnownAccount {
  readonly pin: string;
  readonly connector: { readonly guarantees: { readonly idempotencyKeys?: { readonly validForMs: number } } };
}

const isSame = (a: AccountRef, b: AccountRef): boolean =>
  a.merchantConnectorId === b.merchantConnectorId && a.connector === b.connector;

/** What the command requests, and where. */
export type Requested = Pick<Operation, 'flow' | 'account'>;

/**
 * Milliseconds after the first call within which an operation without an answer may be sent again; undefined: never. It is
 * sent again only as what it was, to the account and with the settings of its claim: a processor scopes idempotency keys to
 * credentials. A payout that was routed twice may come with the first step of another account.
 */
export function resendWithinMs(
  row: Operation,
  requested: Requested,
  account: KnownAccount | undefined,
): number | undefined {
  if (row.state !== 'sent' && row.state !== 'unknown') return undefined;
  if (row.flow !== requested.flow || !isSame(row.account, requested.account)) return undefined;
  if (!account || row.accountPin !== account.pin) return undefined;
  return account.connector.guarantees.idempotencyKeys?.validForMs;
}
