import type { AccountRef } from '@payorch/contracts';
import type { Operation } from '../operation';

/** The connector account that the command names, as this worker knows it. */
export interface KnownAccount {
  readonly pin: string;
  readonly connector: { readonly guarantees: { readonly idempotencyKeys?: { readonly validForMs: number } } };
}

const isSame = (a: AccountRef, b: AccountRef): boolean =>
  a.merchantConnectorId === b.merchantConnectorId && a.connector === b.connector;

/**
 * Milliseconds after the first call within which an operation without an answer may be sent again; undefined: never. It is
 * sent again only to the account and with the settings of its claim: a processor scopes idempotency keys to credentials.
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
