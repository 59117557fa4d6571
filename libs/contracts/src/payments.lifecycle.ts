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
  routeDecision,
  routingAlgorithmId,
  timestamp,
} from './parts';
import { topics } from './topics';

/**
 * An attempt that was approved or declined at an account for good, with the values of the payment that the profile's scores
 * are kept by, and no others.
 */
const endedAttempt = z.object({
  connector: z.string(),
  merchantConnectorId,
  result: z.enum(['approved', 'declined']),
  /** The operators' category of the decline, if a rule names one. */
  errorCategory: z.string().optional(),
  scoredBy: z.object({
    PaymentMethod: z.string().optional(),
    PaymentMethodType: z.string().optional(),
    AuthenticationType: z.string().optional(),
    Currency: z.string().optional(),
    Country: z.string().optional(),
    CardNetwork: z.string().optional(),
    CardBin: z.string().optional(),
  }),
});
export type EndedAttempt = z.infer<typeof endedAttempt>;

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
  /** Authorized amount that can still be captured, or what an operator claims it to be. */
  amountCapturable: minorUnitsWire,
  /** Captured amount. */
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
  /** The processor's id of the payment; null until the processor returns one. */
  connectorTransactionId: z.string().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  /** The attempts that this version ended, each in one event; absent for a profile without scores. */
  endedAttempts: z.array(endedAttempt).min(1).optional(),
  /** How routing chose the connector account of the attempt; absent until that is known, and where it follows the route of an earlier one. */
  route: z
    .object({
      source: routeDecision.shape.source,
      algorithmId: routingAlgorithmId.nullable(),
      /** The rule that fired, counted from 0. */
      ruleIndex: z.int().nullable(),
      fellBack: z.boolean(),
    })
    .optional(),
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

/** A payment was created; its status may be any. */
export const paymentCreated = lifecycle('payment.created');
/**
 * A change without a lifecycle event of its own: new fields, another attempt, a step of an operation, or the status
 * `requires_payment_method` or `requires_confirmation`.
 */
export const paymentUpdated = lifecycle('payment.updated');
/** The processor is processing the payment; status `processing`. */
export const paymentProcessing = lifecycle('payment.processing');
/** The customer must act, for example authenticate; status `requires_customer_action`. */
export const paymentActionRequired = lifecycle('payment.action_required');
/** The amount is authorized and can be captured; status `requires_capture`. */
export const paymentAuthorized = lifecycle('payment.authorized');
/** Less than the amount is authorized, as the merchant permits; status `partially_authorized_and_requires_capture`. */
export const paymentPartiallyAuthorized = lifecycle('payment.partially_authorized');
/** The payment succeeded; status `succeeded`. */
export const paymentCaptured = lifecycle('payment.captured');
/** A part of the amount was captured; status `partially_captured`, or `partially_captured_and_capturable` where more captures may follow. */
export const paymentPartiallyCaptured = lifecycle('payment.partially_captured');
/** The payment failed; status `failed`. `errorCode` and `errorMessage` give the reason. */
export const paymentFailed = lifecycle('payment.failed');
/** The payment was cancelled and any authorization voided; status `cancelled`. */
export const paymentCancelled = lifecycle('payment.cancelled');
/** The captured charge was voided completely before settlement. */
export const paymentCancelledPostCapture = lifecycle('payment.cancelled_post_capture');
/** The payment expired before completion; status `expired`. */
export const paymentExpired = lifecycle('payment.expired');
/** The processor has other amounts than requested: an incident that needs a person. */
export const paymentConflicted = lifecycle('payment.conflicted');
/** The processor reports a capture as failed that it had reported as charged; status `review`, until an operator decides. */
export const paymentUnderReview = lifecycle('payment.under_review');
