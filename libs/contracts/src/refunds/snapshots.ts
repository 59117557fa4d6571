import { keyOf, minorUnitsToJson } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import type { JsonObject } from '@payorch/values';
import {
  accountRef,
  baseAccountOf,
  attemptId,
  jsonObject,
  merchantId,
  moneyWire,
  paymentId,
  processorError,
  profileId,
  refundId,
  timestamp,
} from '@payorch/values';
import { refundStatus } from './lifecycle';
import { topics } from '../messages/topics';
import { unexplained } from '../errors/unified-error';

/**
 * A complete refund at one version, including the merchant's own texts, which public events never contain. `payments`
 * shows it in its own responses. A consumer ignores a version that is not newer than the version it has; a version may
 * be published repeatedly. All snapshots of one payment share the payment's key, so `refunds.snapshots_published`
 * arrives after them.
 */
export const refundSnapshot = defineMessage({
  topic: topics.refundsSnapshots.name,
  type: 'refund.snapshot',
  version: 1,
  kind: 'state',
  key: (m) => keyOf(m.merchantId, m.paymentId),
  data: z.object({
    merchantId,
    profileId,
    paymentId,
    attemptId,
    refundId,
    version: z.int().min(1),
    occurredAt: timestamp,
    createdAt: timestamp,
    status: refundStatus,
    money: moneyWire,
    account: accountRef,
    /** The processor's id of the refund; null until the processor returns one. */
    connectorRefundId: z.string().nullable(),
    reason: z.string().nullable(),
    metadata: jsonObject.nullable(),
    splitRefunds: jsonObject.nullable(),
    error: processorError.nullable(),
    /** The unified error, independent of the processor, by the operators' rules at this version. */
    unified: z.object({ code: z.string(), message: z.string() }).nullable().optional(),
  }),
});
export type RefundSnapshot = z.infer<typeof refundSnapshot.schema>;

/** The view of the payment for the caller. */
export const shownPayment = z.object({
  caller: z.enum(['merchant', 'client']),
  expandAttempts: z.boolean(),
  expandCaptures: z.boolean(),
});

/**
 * Reply to `refunds.publish_snapshots`, published after the snapshots: a consumer that reads this event has read the
 * snapshots. `payments` then replies to the caller.
 */
export const refundsSnapshotsPublished = defineMessage({
  topic: topics.refundsSnapshots.name,
  type: 'refunds.snapshots_published',
  version: 1,
  kind: 'event',
  key: (m) => keyOf(m.merchantId, m.paymentId),
  data: z.object({ merchantId, paymentId, shown: shownPayment }),
});

/** The refund as the interface returns it: alone, in a list, in its payment, in a webhook. */
export function refundObject(refund: RefundSnapshot): JsonObject {
  const unified = refund.error && (refund.unified ?? unexplained);
  return {
    refund_id: refund.refundId,
    payment_id: refund.paymentId,
    amount: minorUnitsToJson(refund.money.amount),
    currency: refund.money.currency,
    status: refund.status,
    reason: refund.reason,
    metadata: refund.metadata,
    error_message: refund.error && (refund.error.reason ?? refund.error.message),
    error_code: refund.error && refund.error.code,
    unified_code: unified && unified.code,
    unified_message: unified && unified.message,
    created_at: refund.createdAt,
    updated_at: refund.occurredAt,
    connector: refund.account.connector,
    profile_id: refund.profileId,
    merchant_connector_id: baseAccountOf(refund.account.merchantConnectorId),
    split_refunds: refund.splitRefunds,
    issuer_error_code: refund.error?.issuerCode ?? null,
    issuer_error_message: refund.error?.issuerMessage ?? null,
    raw_connector_response: null,
    connector_refund_id: refund.connectorRefundId,
  };
}
