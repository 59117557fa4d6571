import { z } from 'zod';
import { allKeysRequired, attemptId, jsonObject, minorUnitsWire, namedCredentials } from '@payorch/values';
import { about, command } from './command';
import { caller } from './commands';

/** Captures an authorized payment. A null amount captures everything that can be captured. */
export const paymentCapture = command(
  'payment.capture',
  z.object({
    ...about,
    amountToCapture: minorUnitsWire.nullable(),
    details: jsonObject,
    allKeysRequired,
    namedCredentials,
  }),
);

/** Cancels a payment: voids its authorization, if there is one. */
export const paymentCancel = command(
  'payment.cancel',
  z.object({ ...about, cancellationReason: z.string().nullable(), allKeysRequired, namedCredentials }),
);

/**
 * An operator declares the status of an attempt that the processor does not report, or corrects its error. null: stays
 * unchanged. Replies with the attempt.
 */
export const paymentDeclare = command(
  'payment.declare',
  z.object({
    ...about,
    attemptId,
    attemptStatus: z.string().nullable(),
    errorCode: z.string().nullable(),
    errorMessage: z.string().nullable(),
    errorReason: z.string().nullable(),
    connectorTransactionId: z.string().nullable(),
    amountCapturable: minorUnitsWire.nullable(),
  }),
);

/** An operator ends the review of a payment: `attemptStatus` under the names of the interface. */
export const paymentEndReview = command('payment.end_review', z.object({ ...about, attemptStatus: z.string() }));

/** Voids a captured charge completely before settlement. */
export const paymentCancelPostCapture = command(
  'payment.cancel_post_capture',
  z.object({ ...about, cancellationReason: z.string().nullable() }),
);

/** Syncs the post-capture void with the processor while its outcome is not known, then replies with the payment. */
export const paymentCancelPostCaptureSync = command('payment.cancel_post_capture_sync', z.object(about));

/** Approves a payment after a manual review: captures the authorized amount. */
export const paymentApprove = command('payment.approve', z.object(about));

/** Rejects a payment after a manual review: voids the authorization. */
export const paymentReject = command('payment.reject', z.object(about));

/** The customer's browser has completed its step. `shipping` under the names of the interface; null: unchanged. */
export const paymentCompleteAuthorize = command(
  'payment.complete_authorize',
  z.object({ ...about, caller, shipping: jsonObject.nullable() }),
);

/** Calculates the tax for a shipping address. */
export const paymentCalculateTax = command(
  'payment.calculate_tax',
  z.object({ ...about, caller, shipping: jsonObject }),
);

/** Extends the validity of the authorization. */
export const paymentExtend = command('payment.extend', z.object(about));

/** Increments the authorized amount to `amount`, which becomes the amount of the payment. */
export const paymentIncrement = command(
  'payment.increment',
  z.object({ ...about, amount: minorUnitsWire, reason: z.string().nullable() }),
);

/** Merges metadata into the payment's metadata; accepted in most states. */
export const paymentUpdateMetadata = command(
  'payment.update_metadata',
  z.object({ ...about, metadata: jsonObject, featureMetadata: jsonObject.nullable() }),
);
