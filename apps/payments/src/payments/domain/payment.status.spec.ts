import { minorUnits, statesOf } from '@payorch/kernel';
import { inState } from '../../../test/attempt-states';
import {
  aContext,
  aPayment,
  aProfile,
  cardFields,
  create,
  eur,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
  receive,
} from '../../../test/builders';
import { interfaceStatuses, type InterfaceStatus } from '../../../test/operation-rows';
import { declined, outcomes } from '../../../test/outcomes';
import { lifecycleMessages } from '../messages/lifecycle-events';
import { attemptMachine } from './attempts/attempt.machine';
import { cancelPayment } from './decide/cancel-payment';
import type { Payment } from './payment';
import { activeAttempt } from './payment';
import { attemptStatusOf, statusOf } from './payment.status';

/** The status of the attempt → that of the payment, for every status of an attempt on the interface (states, 1.1). */
const attemptRows: Readonly<Record<string, InterfaceStatus>> = {
  started: 'processing',
  authentication_pending: 'requires_customer_action',
  device_data_collection_pending: 'requires_customer_action',
  authentication_successful: 'processing',
  authentication_failed: 'failed',
  authorizing: 'processing',
  authorized: 'requires_capture',
  partially_authorized: 'partially_authorized_and_requires_capture',
  authorization_failed: 'failed',
  charged: 'succeeded',
  cod_initiated: 'processing',
  voided: 'cancelled',
  voided_post_charge: 'cancelled_post_capture',
  void_initiated: 'processing',
  void_failed: 'failed',
  capture_initiated: 'processing',
  capture_failed: 'failed',
  capture_review: 'review',
  auto_refunded: 'succeeded',
  partial_charged: 'partially_captured',
  partial_charged_and_chargeable: 'partially_captured_and_capturable',
  unresolved: 'requires_merchant_action',
  pending: 'processing',
  failure: 'failed',
  payment_method_awaited: 'requires_payment_method',
  confirmation_awaited: 'requires_confirmation',
  router_declined: 'failed',
  integrity_failure: 'conflicted',
  expired: 'expired',
};

/** The merchant's webhook of each status; null: none (states, 1 and 10). */
const eventRows: Readonly<Record<InterfaceStatus, string | null>> = {
  succeeded: 'payment_succeeded',
  failed: 'payment_failed',
  cancelled: 'payment_cancelled',
  cancelled_post_capture: 'payment_cancelled_post_capture',
  processing: 'payment_processing',
  requires_customer_action: 'action_required',
  requires_merchant_action: 'action_required',
  requires_payment_method: null,
  requires_confirmation: null,
  requires_capture: 'payment_authorized',
  partially_captured: 'payment_captured',
  partially_captured_and_capturable: 'payment_captured',
  partially_authorized_and_requires_capture: 'payment_partially_authorized',
  partially_captured_and_processing: 'payment_processing',
  conflicted: 'action_required',
  expired: 'payment_expired',
  review: 'action_required',
};

/** The states during a call, whose end sends the webhook. */
const statesWithCall = [
  ...['authentication_initiated', 'authorizing', 'increment_initiated', 'cancellation_initiated'],
  ...['capture_initiated', 'void_initiated'],
  ...['multiple_capture_initiated', 'further_capture_initiated', 'remainder_void_initiated'],
];

const givens: readonly (readonly [string, () => Payment])[] = [
  ...statesOf(attemptMachine).map((state) => [state, inState[state]] as const),
  ['authorized in part', () => aPayment.partlyAuthorized()],
];

describe.each(givens)('a payment that is %s', (_, given) => {
  it('shows a pair of statuses that the interface has', () => {
    const payment = given();
    expect(attemptRows[attemptStatusOf(payment, activeAttempt(payment))]).toBe(statusOf(payment));
  });

  it('sends the webhook of its status once it is no longer at a processor', () => {
    const payment = given();
    const profile = { ...aProfile, webhook: { url: 'https://shop.example/hook' } } as typeof aProfile;
    const types = lifecycleMessages(undefined, payment, profile, () => ({}))
      .map(({ data }) => data)
      .flatMap((data) => (typeof data === 'object' && data && 'eventType' in data ? [data.eventType] : []));
    const atProcessor = statesWithCall.includes(activeAttempt(payment).state);
    const event = eventRows[statusOf(payment)];
    expect(types).toEqual(event === null || atProcessor ? [] : [event]);
  });
});

it('every status of the interface has a row', () => {
  expect(Object.keys(eventRows).sort()).toEqual([...interfaceStatuses].sort());
  expect(Object.values(attemptRows).every((status) => interfaceStatuses.includes(status))).toBe(true);
});

describe('the status at creation (states, 1.2)', () => {
  const without = { amount: minorUnits(1050n), currency: 'EUR', details: {} } as const;
  it.each([
    ['without payment method data', without, null, 'requires_payment_method', 'payment_method_awaited'],
    ['without it, and not to be confirmed', without, false, 'requires_payment_method', 'payment_method_awaited'],
    ['with it', cardFields(), null, 'requires_confirmation', 'confirmation_awaited'],
    ['with it, and not to be confirmed', cardFields(), false, 'requires_confirmation', 'confirmation_awaited'],
    // The confirmation runs in the same request.
    ['with it, and to be confirmed', cardFields(), true, 'processing', 'authorizing'],
  ] as const)('%s', (_, fields, confirm, status, attemptStatus) => {
    const payment = paymentOf(create(fields, confirm));
    expect([statusOf(payment), attemptStatusOf(payment, activeAttempt(payment))]).toEqual([status, attemptStatus]);
  });
});

describe('the attempt status that follows from an outcome (states, 1.3 and 1.4)', () => {
  const statuses = (payment: Payment) => [attemptStatusOf(payment, activeAttempt(payment)), statusOf(payment)];
  const captured = (text: string) => ({ kind: 'captured', reference: 'ref_1', money: eur(text) }) as const;
  const voided = { kind: 'voided', reference: 'ref_1' } as const;
  it.each<[string, () => Payment, readonly [string, InterfaceStatus]]>([
    ['a charge of the total', aPayment.charged, ['charged', 'succeeded']],
    [
      'a capture of the total',
      () => paymentOf(receive(aPayment.capturing(), captured('10.50'))),
      ['charged', 'succeeded'],
    ],
    [
      'a capture of less',
      () => paymentOf(receive(aPayment.capturing(600n), captured('6.00'))),
      ['partial_charged', 'partially_captured'],
    ],
    [
      'a void after a capture',
      () => paymentOf(receive(inState.remainder_void_initiated(), voided)),
      ['partial_charged', 'partially_captured'],
    ],
    ['a void', () => paymentOf(receive(inState.void_initiated(), voided)), ['voided', 'cancelled']],
    [
      'an authorization of less, which the merchant accepts',
      aPayment.partlyAuthorized,
      ['partially_authorized', 'partially_authorized_and_requires_capture'],
    ],
    [
      'an authorization of less, which the merchant does not accept',
      () => paymentOf(receive(inState.pending(), outcomes.mismatched)),
      ['integrity_failure', 'conflicted'],
    ],
    [
      'an error of the processor without an answer (500 to 511)',
      () => paymentOf(receive(aPayment.authorizing(), outcomes.unknown)),
      ['pending', 'processing'],
    ],
    ['another error of the processor', aPayment.declined, ['failure', 'failed']],
    [
      'a capture without an answer',
      () => paymentOf(receive(aPayment.capturing(), outcomes.unknown)),
      ['capture_initiated', 'processing'],
    ],
    [
      'a capture that the processor refuses',
      () => paymentOf(receive(aPayment.capturing(), declined())),
      ['capture_failed', 'failed'],
    ],
  ])('of %s', (_, after, expected) => expect(statuses(after())).toEqual(expected));
});

describe('a cancel (states, 1.6)', () => {
  const cancelled = (payment: Payment) =>
    cancelPayment(payment, { merchantId, paymentId, cancellationReason: null }, aContext({ now: later(3) }));
  it.each<
    [InterfaceStatus, () => Payment, { readonly isCalled: boolean; readonly first: string; readonly then: string }]
  >([
    ['requires_capture', aPayment.authorized, { isCalled: true, first: 'processing', then: 'cancelled' }],
    [
      'partially_captured_and_capturable',
      () => aPayment.capturedInParts(300n),
      { isCalled: true, first: 'processing', then: 'partially_captured' },
    ],
    // The void of an open authorization goes to the processor first (departures).
    ['requires_customer_action', aPayment.challenged, { isCalled: true, first: 'processing', then: 'cancelled' }],
    ['requires_payment_method', aPayment.withoutMethod, { isCalled: false, first: 'cancelled', then: 'cancelled' }],
    ['requires_confirmation', aPayment.unconfirmed, { isCalled: false, first: 'cancelled', then: 'cancelled' }],
  ])('of %s', (status, given, { isCalled, first, then }) => {
    const payment = given();
    expect(statusOf(payment)).toBe(status);
    const decision = cancelled(payment);
    expect(kindsOf(decision).includes('void')).toBe(isCalled);
    const after = paymentOf(decision);
    expect(statusOf(after)).toBe(first);
    const settled = isCalled ? paymentOf(receive(after, { kind: 'voided', reference: 'ref_1' })) : after;
    expect(statusOf(settled)).toBe(then);
    // A payment that no processor received shows the same amount as before.
    expect(settled.amountCapturable).toBe(isCalled ? 0n : payment.amountCapturable);
  });

  it('that the processor refuses ends the attempt as void_failed', () => {
    const after = paymentOf(receive(paymentOf(cancelled(aPayment.authorized())), declined()));
    expect([attemptStatusOf(after, activeAttempt(after)), statusOf(after)]).toEqual(['void_failed', 'failed']);
  });
});
