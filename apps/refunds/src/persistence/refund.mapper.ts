import type { Currency, Money } from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsToJson } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { operationColumns, operationFields } from '@payorch/platform/resources';
import type { DisputedSum, PaymentRefunds } from '../domain/payment-refunds';
import { reservedOf } from '../domain/payment-refunds';
import type { Refund } from '../domain/refund';
import { referenceOf } from '../domain/refund';
import type { RefundState } from '../domain/refund.machine';
import type { SplitRefund } from '../domain/split-refund';
import type { BalanceRow, RefundRow } from './refund.rows';

export type StoredRefund = StoredRow<RefundRow>;
export type StoredBalance = StoredRow<BalanceRow>;

const moneyOf = (value: string | number, currency: string): Money => ({
  amount: minorUnitsFromColumn(value),
  currency: currency as Currency,
});

interface StoredDisputed extends Omit<DisputedSum, 'taken'> {
  readonly taken: number;
}

const disputedToJson = ({ taken, ...sum }: DisputedSum): StoredDisputed => ({ ...sum, taken: minorUnitsToJson(taken) });
const disputedFromJson = ({ taken, ...sum }: StoredDisputed): DisputedSum => ({
  ...sum,
  taken: minorUnitsFromColumn(taken),
});

export const balanceToRow = (payment: PaymentRefunds, partition: number): WrittenRow<BalanceRow> => ({
  merchant_id: payment.merchantId,
  payment_id: payment.paymentId,
  version: payment.version,
  partition,
  currency: payment.charged.currency,
  charged: minorUnitsToJson(payment.charged.amount),
  reserved: minorUnitsToJson(reservedOf(payment)),
  disputed: payment.disputed.length === 0 ? null : payment.disputed.map(disputedToJson),
  void_operation_id: payment.voidedBy,
});

export const balanceFromRow = (row: StoredBalance, refunds: readonly StoredRefund[]): PaymentRefunds => ({
  merchantId: row.merchant_id as PaymentRefunds['merchantId'],
  paymentId: row.payment_id as PaymentRefunds['paymentId'],
  version: row.version,
  charged: moneyOf(row.charged, row.currency),
  voidedBy: row.void_operation_id as PaymentRefunds['voidedBy'],
  disputed: ((row.disputed ?? []) as StoredDisputed[]).map(disputedFromJson),
  refunds: refunds.map(refundFromRow),
});

type Body = Pick<
  Refund,
  'facts' | 'paymentReference' | 'cardNetwork' | 'reason' | 'metadata' | 'splitRefunds' | 'syncCount'
> & {
  readonly splitRefund?: SplitRefund;
  readonly dueAt: string | null;
  readonly pendingReplies: readonly { readonly replyTopic: string; readonly replyCorrelationId: string }[];
};

const bodyOf = (refund: Refund): Body => ({
  facts: refund.facts,
  paymentReference: refund.paymentReference,
  cardNetwork: refund.cardNetwork,
  reason: refund.reason,
  metadata: refund.metadata,
  splitRefunds: refund.splitRefunds,
  // Few payments are split: an absent key takes no space.
  ...(refund.splitRefund && { splitRefund: refund.splitRefund }),
  syncCount: refund.syncCount,
  dueAt: refund.dueAt && refund.dueAt.toISOString(),
  pendingReplies: refund.pendingReplies.map(({ topic, correlationId }) => ({
    replyTopic: topic,
    replyCorrelationId: correlationId,
  })),
});

/** Columns are for searches and constraints; the body has the fields that are only read with the refund. */
export const refundToRow = ({ merchantId, paymentId }: PaymentRefunds, refund: Refund): WrittenRow<RefundRow> => ({
  ...operationColumns(refund),
  merchant_id: merchantId,
  refund_id: refund.id,
  payment_id: paymentId,
  attempt_id: refund.attemptId,
  amount: minorUnitsToJson(refund.money.amount),
  currency: refund.money.currency,
  connector_refund_id: referenceOf(refund),
  body: bodyOf(refund),
});

export function refundFromRow(row: StoredRefund): Refund {
  const body = row.body as Body;
  return {
    ...body,
    ...operationFields<RefundState>(row),
    // Refunds of an earlier build lack the network.
    cardNetwork: body.cardNetwork ?? null,
    splitRefund: body.splitRefund ?? null,
    id: row.refund_id as Refund['id'],
    attemptId: row.attempt_id as Refund['attemptId'],
    money: moneyOf(row.amount, row.currency),
    pendingReplies: body.pendingReplies.map(({ replyTopic, replyCorrelationId }) => ({
      topic: replyTopic,
      correlationId: replyCorrelationId,
    })),
    dueAt: body.dueAt === null ? null : new Date(body.dueAt),
  } as Refund;
}
