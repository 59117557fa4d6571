import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import {
  attemptId,
  attemptStatus,
  customerId,
  minorUnitsWire,
  moneyWire,
  paymentStatus,
  publicFields,
  routeDecision,
  routingAlgorithmId,
} from '@payorch/values';
import { paymentMethodTypes } from '../accounts/payment-method-types';
import { captureMethod } from './commands';
import { topics } from '../messages/topics';

const { merchantId, profileId, paymentId, version, occurredAt, connector, merchantConnectorId, errorCode } =
  publicFields;

/**
 * An attempt that was approved or declined at an account for good, with the values of the payment that the profile's scores
 * are kept by, and no others.
 */
const endedAttempt = z.object({
  connector,
  merchantConnectorId,
  result: z.enum(['approved', 'declined']).describe('What the processor answered.'),
  errorCategory: z.string().optional().describe('The operators’ category of a decline; absent: no rule names one.'),
  scoredBy: z
    .object({
      PaymentMethod: z.string().optional().describe('The payment method.'),
      PaymentMethodType: z.string().optional().describe('The payment method type.'),
      AuthenticationType: z.string().optional().describe('`three_ds` or `no_three_ds`.'),
      Currency: z.string().optional().describe('The currency, ISO 4217.'),
      Country: z.string().optional().describe('The country of the billing address, ISO 3166-1 alpha-2.'),
      CardNetwork: z.string().optional().describe('The card network.'),
      CardBin: z.string().optional().describe('The first six digits of the card number, which name its issuer.'),
    })
    .describe(
      'The values that the scores of the profile are kept by: each is present only where the profile’s own routing settings name it.',
    ),
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
  version,
  occurredAt,
  status: paymentStatus.describe('The status of the payment at this version.'),
  money: moneyWire.describe('The amount of the payment, with tips, taxes and surcharges.'),
  amountCapturable: minorUnitsWire.describe(
    'The authorized amount that can still be captured, or what an operator claims it to be, in minor units of the currency of `money`.',
  ),
  amountReceived: minorUnitsWire.describe('The captured amount, in minor units of the currency of `money`.'),
  customerId: customerId.nullable().describe('The customer, by the merchant’s id; null: none is named.'),
  captureMethod: captureMethod.nullable().describe('When the amount is captured; null: the default, `automatic`.'),
  paymentMethod: z
    .string()
    .nullable()
    // Not a z.enum: an event must not fail because of a payment method that a processor named.
    .meta({ enum: [...Object.keys(paymentMethodTypes), null] })
    .describe('The payment method of the current attempt; null: none is chosen.'),
  paymentMethodType: z
    .string()
    .nullable()
    .describe('The payment method type of the current attempt, for example `credit`; null: none is known.'),
  attemptId: attemptId.describe('The current attempt.'),
  attemptStatus: attemptStatus.describe('The status of the current attempt.'),
  attemptCount: z.int().min(1).describe('The number of attempts.'),
  connector: connector.nullable().describe('The connector of the current attempt; null: none is chosen.'),
  merchantConnectorId: merchantConnectorId
    .nullable()
    .describe('The merchant’s account at the processor of the current attempt; null: none is chosen.'),
  connectorTransactionId: z
    .string()
    .nullable()
    .describe('The processor’s id of the payment; null until the processor returns one.'),
  errorCode,
  endedAttempts: z
    .array(endedAttempt)
    .min(1)
    .optional()
    .describe(
      'The attempts that this version ended, each in one event; absent for a profile whose routing keeps no scores.',
    ),
  route: z
    .object({
      source: routeDecision.shape.source.describe('What decided the route.'),
      algorithmId: routingAlgorithmId.nullable().describe('The routing algorithm; null: the source has none.'),
      ruleIndex: z.int().nullable().describe('The rule that fired, counted from 0; null: none.'),
      fellBack: z.boolean().describe('Whether the default order decided, because no named account was eligible.'),
    })
    .optional()
    .describe(
      'How routing chose the connector account of the attempt; absent until that is known, and where it follows the route of an earlier one.',
    ),
});
export type PaymentSnapshot = z.infer<typeof paymentSnapshot>;

const lifecycle = <const Type extends string>(type: Type, description: string) =>
  defineMessage({
    topic: topics.paymentsLifecycle.name,
    type,
    version: 1,
    kind: 'event',
    description,
    key: (m) => keyOf(m.merchantId, m.paymentId),
    data: paymentSnapshot,
  });

export const paymentCreated = lifecycle('payment.created', 'A payment was created; its status may be any.');
export const paymentUpdated = lifecycle(
  'payment.updated',
  'A change without a lifecycle event of its own: new fields, another attempt, a step of an operation, or the status `requires_payment_method` or `requires_confirmation`.',
);
export const paymentProcessing = lifecycle(
  'payment.processing',
  'The processor is processing the payment; status `processing`.',
);
export const paymentActionRequired = lifecycle(
  'payment.action_required',
  'The customer or the merchant must act, for example authenticate; status `requires_customer_action` or `requires_merchant_action`.',
);
export const paymentAuthorized = lifecycle(
  'payment.authorized',
  'The amount is authorized and can be captured; status `requires_capture`.',
);
export const paymentPartiallyAuthorized = lifecycle(
  'payment.partially_authorized',
  'Less than the amount is authorized, as the merchant permits; status `partially_authorized_and_requires_capture`.',
);
export const paymentCaptured = lifecycle('payment.captured', 'The payment succeeded; status `succeeded`.');
export const paymentPartiallyCaptured = lifecycle(
  'payment.partially_captured',
  'A part of the amount was captured; status `partially_captured`, or `partially_captured_and_capturable` where more captures may follow.',
);
export const paymentFailed = lifecycle(
  'payment.failed',
  'The payment failed; status `failed`. `errorCode` gives the reason.',
);
export const paymentCancelled = lifecycle(
  'payment.cancelled',
  'The payment was cancelled and any authorization voided; status `cancelled`.',
);
export const paymentCancelledPostCapture = lifecycle(
  'payment.cancelled_post_capture',
  'The captured charge was voided completely before settlement; status `cancelled_post_capture`.',
);
export const paymentExpired = lifecycle('payment.expired', 'The payment expired before completion; status `expired`.');
export const paymentConflicted = lifecycle(
  'payment.conflicted',
  'The processor has other amounts than requested: an incident that needs a person; status `conflicted`.',
);
export const paymentUnderReview = lifecycle(
  'payment.under_review',
  'The processor reports a capture as failed that it had reported as charged; status `review`, until an operator decides.',
);
