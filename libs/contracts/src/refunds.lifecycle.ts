import { keyOf, minorUnitsToJson } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from './define-message';
import type { JsonObject } from './parts';
import {
  accountRef,
  attemptId,
  jsonObject,
  merchantId,
  moneyWire,
  paymentId,
  processorError,
  profileId,
  refundId,
  timestamp,
} from './parts';
import { topics } from './topics';

/** One event for every version of a refund, in order within its key. A subscriber drops what is not newer than what it has. */
const refundSnapshot = z.object({
  merchantId,
  profileId,
  paymentId,
  attemptId,
  refundId,
  version: z.int().min(1),
  occurredAt: timestamp,
  createdAt: timestamp,
  status: z.enum(['pending', 'succeeded', 'failed', 'review']),
  money: moneyWire,
  account: accountRef,
  /** The processor's id of the refund, as far as it told us. */
  connectorRefundId: z.string().nullable(),
  reason: z.string().nullable(),
  metadata: jsonObject.nullable(),
  splitRefunds: jsonObject.nullable(),
  error: processorError.nullable(),
});
export type RefundSnapshot = z.infer<typeof refundSnapshot>;
export type RefundStatus = RefundSnapshot['status'];

const lifecycle = <const Type extends string>(type: Type) =>
  defineMessage({
    topic: topics.refundsLifecycle.name,
    type,
    version: 1,
    kind: 'event',
    key: (m) => keyOf(m.merchantId, m.refundId),
    data: refundSnapshot,
  });

export const refundCreated = lifecycle('refund.created');
/** A change that left the status as it was: a new reason, a question to the processor, an error that decides nothing. */
export const refundUpdated = lifecycle('refund.updated');
export const refundSucceeded = lifecycle('refund.succeeded');
/** Also after a success, where the processor could not pay out what it had accepted. */
export const refundFailed = lifecycle('refund.failed');
/** A person has to look: at the processor, or because it gave back another sum than asked. */
export const refundUnderReview = lifecycle('refund.under_review');

/** The refund as the wire shows it, everywhere the same: alone, in a list, in its payment, in a webhook. */
export const refundObject = (refund: RefundSnapshot): JsonObject => ({
  refund_id: refund.refundId,
  payment_id: refund.paymentId,
  amount: minorUnitsToJson(refund.money.amount),
  currency: refund.money.currency,
  status: refund.status,
  reason: refund.reason,
  metadata: refund.metadata,
  error_message: refund.error && (refund.error.reason ?? refund.error.message),
  error_code: refund.error && refund.error.code,
  // Where no rule says more (contract: an empty GSM table).
  unified_code: refund.error && 'UE_9000',
  unified_message: refund.error && 'Something went wrong',
  created_at: refund.createdAt,
  updated_at: refund.occurredAt,
  connector: refund.account.connector,
  profile_id: refund.profileId,
  merchant_connector_id: refund.account.merchantConnectorId,
  split_refunds: refund.splitRefunds,
  issuer_error_code: refund.error?.issuerCode ?? null,
  issuer_error_message: refund.error?.issuerMessage ?? null,
  raw_connector_response: null,
  connector_refund_id: refund.connectorRefundId,
});
