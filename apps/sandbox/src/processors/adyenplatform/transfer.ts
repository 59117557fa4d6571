import type { Delivery, Pending } from '../../kit/objects/decision';
import type { Receiver as AnyReceiver } from '../../kit/objects/object-service';
import type { TransferBody } from './transfer-params';

/** A status of a transfer, and Adyen's reason for it. */
export interface Step {
  readonly status: string;
  readonly reason: string;
}

export interface Transfer {
  readonly object: 'transfer';
  readonly id: string;
  /** Digest of the API key. */
  readonly account: string;
  /** Unix seconds. */
  readonly created: number;
  /** The request, with the numbers masked. */
  readonly body: TransferBody;
  /** The steps so far; the last is the present one. */
  readonly steps: readonly Step[];
  /** The steps to come. */
  readonly next: readonly Step[];
  readonly pending: Pending | null;
  readonly delivery: Delivery | null;
}

/** Where an account's webhooks go; `secret`: the key of their signatures, as hex. */
export interface Receiver extends AnyReceiver {
  readonly object: 'receiver';
  readonly account: string;
  readonly created: number;
}

export type AdyenRecord = Transfer | Receiver;

const step = (status: string, reason = 'approved'): Step => ({ status, reason });
const received = step('received', 'pending');
const authorised = step('authorised');
const booked = step('booked');
const failed = step('failed', 'counterpartyAccountNotFound');
const waiting = step('pendingApproval', 'pendingApproval');

/** What becomes of a transfer, by the last two digits of the account or the card; others are booked. */
const courses: Readonly<Record<string, readonly Step[]>> = {
  '02': [step('refused', 'counterpartyAccountClosed')],
  '03': [step('refused', 'notEnoughBalance')],
  '04': [received, authorised, booked],
  '05': [authorised, booked, step('returned')],
  '06': [authorised, failed],
  '07': [authorised, booked, failed],
  '10': [waiting, step('cancelled', 'cancelled')],
  '11': [waiting, step('expired', 'approvalExpired')],
};
/** What the call itself meets, by the same digits. */
const faults: Readonly<Record<string, string>> = { '08': 'execute_then_hang', '09': 'hang' };

/** The number of the account or the card that is paid. */
export function numberOf({ counterparty }: TransferBody): string {
  if ('card' in counterparty) return counterparty.card.cardIdentification.number;
  const { accountIdentification: account } = counterparty.bankAccount;
  return account.type === 'iban' ? account.iban : account.accountNumber;
}

export const courseOf = (body: TransferBody, later: { readonly status: string } | undefined): readonly Step[] =>
  later
    ? [received, later.status === 'succeeded' ? booked : failed]
    : (courses[numberOf(body).slice(-2)] ?? [authorised, booked]);
export const faultOf = (body: TransferBody): string | undefined => faults[numberOf(body).slice(-2)];

/** The body as the ledger may have it: of numbers, the last four digits. */
export const masked = (body: TransferBody): TransferBody =>
  JSON.parse(
    JSON.stringify(body).replaceAll(numberOf(body), (number) => number.replaceAll(/.(?=.{4})/g, '*')),
  ) as never;

/** A transfer as the answer to its creation. */
export function transferView({ id, body, created, steps }: Transfer): object {
  const { balanceAccountId, category, ...rest } = body;
  const { priority, ...shown } = { priority: undefined, ...rest };
  return {
    id,
    ...shown,
    category,
    ...(category === 'bank' && { categoryData: { type: 'bank', priority } }),
    type: category === 'bank' ? 'bankTransfer' : 'cardTransfer',
    direction: 'outgoing',
    accountHolder: { id: 'AH_sandbox' },
    balanceAccount: { id: balanceAccountId },
    createdAt: new Date(created * 1000).toISOString(),
    ...steps.at(-1),
  };
}

/** A transfer as lookups and webhooks have it, with its events. */
export const transferData = (transfer: Transfer): object => ({
  ...transferView(transfer),
  balancePlatform: 'Sandbox',
  sequenceNumber: transfer.steps.length,
  events: transfer.steps.map(({ status, reason }, place) => ({
    id: `${transfer.id}${place + 1}`,
    status,
    reason,
    type: 'accounting',
    amount: transfer.body.amount,
  })),
});
