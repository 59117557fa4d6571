import { cancelPayment } from '../src/payments/domain/decide/cancel-payment';
import type { AttemptState } from '../src/payments/domain/attempts/attempt.machine';
import type { Decision } from '../src/payments/domain/decision';
import type { Payment } from '../src/payments/domain/payment';
import {
  aContext,
  aPayment,
  capturePart,
  eur,
  later,
  merchantId,
  paymentId,
  paymentOf,
  receive,
  receiveVoidOutcome,
} from './builders';
import { authenticating } from './authentications';
import { declined, unknown } from './outcomes';

const cancel = (payment: Payment): Decision =>
  cancelPayment(payment, { merchantId, paymentId, cancellationReason: null }, aContext({ now: later(3) }));

/** A payment in each state that an attempt can be in, by the way that leads there. */
export const inState: Readonly<Record<AttemptState, () => Payment>> = {
  payment_method_awaited: aPayment.withoutMethod,
  confirmation_awaited: aPayment.unconfirmed,
  authentication_initiated: () => authenticating.begun(),
  authenticating: () => authenticating.awaited(),
  authorizing: aPayment.authorizing,
  pending: () => paymentOf(receive(aPayment.authorizing(), unknown)),
  authentication_pending: aPayment.challenged,
  cancellation_initiated: () => paymentOf(cancel(aPayment.challenged())),
  authorized: aPayment.authorized,
  increment_initiated: aPayment.incrementing,
  capture_initiated: aPayment.capturing,
  void_initiated: () => paymentOf(cancel(aPayment.authorized())),
  multiple_capture_initiated: () => aPayment.capturingInParts(300n),
  partial_charged_and_chargeable: () => aPayment.capturedInParts(300n),
  further_capture_initiated: () => capturePart(aPayment.capturedInParts(300n), 200n),
  remainder_void_initiated: () => paymentOf(cancel(aPayment.capturedInParts(300n))),
  charged: aPayment.charged,
  partial_charged: () =>
    paymentOf(receive(aPayment.capturing(600n), { kind: 'captured', reference: 'ref_1', money: eur('6.00') })),
  capture_review: aPayment.inReview,
  voided_post_charge: () =>
    paymentOf(receiveVoidOutcome(aPayment.voidPending(), { kind: 'voided', reference: 'ref_1' })),
  voided: () => paymentOf(cancel(aPayment.unconfirmed())),
  failure: aPayment.declined,
  capture_failed: () => paymentOf(receive(aPayment.capturing(), declined())),
  void_failed: () => paymentOf(receive(paymentOf(cancel(aPayment.authorized())), declined())),
  expired: () => paymentOf(receive(aPayment.challenged(), { kind: 'absent' })),
  integrity_failure: () =>
    paymentOf(
      receive(paymentOf(receive(aPayment.authorizing(), unknown)), {
        kind: 'mismatched',
        reference: 'ref_1',
        money: eur('10.51'),
      }),
    ),
};
