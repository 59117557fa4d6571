import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from './define-message';
import {
  attemptId,
  customerId,
  merchantConnectorId,
  merchantId,
  minorUnitsWire,
  moneyWire,
  paymentId,
  profileId,
  timestamp,
} from './parts';
import { topics } from './topics';

/**
 * One event for every version of a payment, in order within its key. A subscriber ignores an event whose version is not
 * newer than the version it has.
 */
const paymentSnapshot = z.object({
  merchantId,
  profileId,
  paymentId,
  version: z.int().min(1),
  occurredAt: timestamp,
  status: z.string(),
  money: moneyWire,
  amountCapturable: minorUnitsWire,
  amountReceived: minorUnitsWire,
  customerId: customerId.nullable(),
  captureMethod: z.string().nullable(),
  paymentMethod: z.string().nullable(),
  paymentMethodType: z.string().nullable(),
  attemptId,
  attemptStatus: z.string(),
  attemptCount: z.int(),
  connector: z.string().nullable(),
  merchantConnectorId: merchantConnectorId.nullable(),
  connectorTransactionId: z.string().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
});
export type PaymentSnapshot = z.infer<typeof paymentSnapshot>;

const lifecycle = <const Type extends string>(type: Type) =>
  defineMessage({
    topic: topics.paymentsLifecycle.name,
    type,
    version: 1,
    kind: 'event',
    key: (m) => keyOf(m.merchantId, m.paymentId),
    data: paymentSnapshot,
  });

export const paymentCreated = lifecycle('payment.created');
/** A change without a new status: new fields, another attempt, a step of an operation. */
export const paymentUpdated = lifecycle('payment.updated');
export const paymentProcessing = lifecycle('payment.processing');
export const paymentActionRequired = lifecycle('payment.action_required');
export const paymentAuthorized = lifecycle('payment.authorized');
export const paymentCaptured = lifecycle('payment.captured');
export const paymentPartiallyCaptured = lifecycle('payment.partially_captured');
export const paymentFailed = lifecycle('payment.failed');
export const paymentCancelled = lifecycle('payment.cancelled');
/** The captured charge was voided completely before settlement. */
export const paymentCancelledPostCapture = lifecycle('payment.cancelled_post_capture');
export const paymentExpired = lifecycle('payment.expired');
/** The processor has other amounts than requested: an incident that needs a person. */
export const paymentConflicted = lifecycle('payment.conflicted');
