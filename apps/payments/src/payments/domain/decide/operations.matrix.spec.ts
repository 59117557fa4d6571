import type { Refusal } from '@payorch/contracts';
import { errorBody } from '@payorch/contracts';
import { minorUnits, statesOf } from '@payorch/kernel';
import {
  aContext,
  aPayment,
  aProfile,
  cardFields,
  effectsOf,
  later,
  merchantId,
  paymentId,
} from '../../../../test/builders';
import { inState } from '../../../../test/attempt-states';
import { pendingReplyNamed } from '../../../../test/replies';
import type { AttemptState } from '../attempt.machine';
import { attemptMachine } from '../attempt.machine';
import type { DecideContext, Decision } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import type { IntentStatus } from '../payment.status';
import { intentStatuses, intentStatusIn, statusOf } from '../payment.status';
import { checkPayment, syncPayment } from './sync-payment';
import { cancelPayment } from './cancel-payment';
import { cancelPostCapture, syncPostCaptureVoid } from './cancel-post-capture';
import { capturePayment } from './capture-payment';
import { confirmPayment } from './confirm-payment';
import { extendAuthorization } from './extend-authorization';
import { incrementPayment } from './increment-payment';
import { approvePayment, rejectPayment } from './merchant-decision';
import { calculateTax, completeAuthorize } from './shipping';
import { updateMetadata } from './update-metadata';
import { updatePayment } from './update-payment';

const about = { merchantId, paymentId };
const caller = { kind: 'merchant' } as const;
const shipping = { address: { country: 'DE' } };
const pendingReply = pendingReplyNamed('r1');
const at = (seconds: number, changes: Partial<DecideContext> = {}) => aContext({ now: later(seconds), ...changes });
const cancel = (payment: Payment): Decision => cancelPayment(payment, { ...about, cancellationReason: null }, at(3));

const operations = {
  update: (payment: Payment) =>
    updatePayment(payment, { ...about, caller, confirm: null, fields: cardFields(), callerIp: null }, at(4)),
  confirm: (payment: Payment, context = at(4)) =>
    confirmPayment(payment, { ...about, caller, fields: cardFields(), callerIp: null }, context),
  capture: (payment: Payment) => {
    const amountToCapture = payment.captureMethod === 'manual_multiple' ? minorUnits(100n) : null;
    return capturePayment(payment, { ...about, amountToCapture, details: {} }, at(4));
  },
  cancel,
  cancel_post_capture: (payment: Payment) => cancelPostCapture(payment, { ...about, cancellationReason: null }, at(4)),
  cancel_post_capture_sync: (payment: Payment) => syncPostCaptureVoid(payment, about, at(4)),
  increment: (payment: Payment) =>
    incrementPayment(payment, { ...about, amount: minorUnits(9999n), reason: null }, at(4)),
  extend: (payment: Payment) =>
    extendAuthorization({ ...payment, details: { request_extended_authorization: true } }, about, at(4)),
  approve: (payment: Payment) => approvePayment(payment, about, at(4)),
  reject: (payment: Payment) => rejectPayment(payment, about, at(4)),
  complete_authorize: (payment: Payment) => completeAuthorize(payment, { ...about, caller, shipping }, at(4)),
  calculate_tax: (payment: Payment) => calculateTax(payment, { ...about, caller, shipping }, at(4)),
  update_metadata: (payment: Payment) =>
    updateMetadata(payment, { ...about, metadata: { order: 7 }, featureMetadata: null }, at(4)),
};
type Operation = keyof typeof operations;

const isOpen = (status: IntentStatus): boolean => status !== 'succeeded' && status !== 'failed';

const unpaid: readonly IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_customer_action',
];
const capturable: readonly IntentStatus[] = [
  'requires_capture',
  'partially_captured_and_capturable',
  'partially_authorized_and_requires_capture',
];

/** The interface: in which status who may do what. */
const allowed: Readonly<Record<Operation, readonly IntentStatus[]>> = {
  update: ['requires_payment_method', 'requires_confirmation'],
  confirm: ['requires_payment_method', 'requires_confirmation'],
  capture: capturable,
  cancel: [...unpaid, ...capturable],
  cancel_post_capture: ['succeeded', 'partially_captured'],
  cancel_post_capture_sync: [],
  increment: [],
  extend: ['requires_capture', 'partially_authorized_and_requires_capture'],
  approve: capturable,
  reject: [...unpaid, ...capturable],
  complete_authorize: intentStatuses.filter(isOpen),
  calculate_tax: intentStatuses.filter(isOpen),
  update_metadata: [
    ...(['succeeded', 'failed', 'partially_captured', 'partially_captured_and_capturable'] as const),
    ...(['requires_capture', 'requires_customer_action'] as const),
  ],
};

/** Of what may be synced in more states than it changes: those. */
const only: Partial<Record<Operation, readonly IntentStatus[]>> = { complete_authorize: unpaid, calculate_tax: unpaid };

const cannot = (action: string, status: IntentStatus, more = ''): string =>
  `IR_16 You cannot ${action} this payment because it has status ${status}${more}`;
const expected = 'requires_capture, partially_captured_and_capturable, processing';
const retry = ', you can enable `manual_retry` in profile to try this payment again';

/** And in which words it is refused otherwise; captures, of a payment that was to be captured by hand. */
const refused: Readonly<Record<Operation, (status: IntentStatus) => string>> = {
  update: (status) => cannot('update', status),
  confirm: (status) => cannot('confirm', status, status === 'failed' ? retry : ''),
  capture: (status) =>
    status === 'processing'
      ? 'IR_14 This Payment could not be captured because it has a capture_method of manual. The expected state is manual_multiple'
      : `IR_14 This Payment could not be captured because it has a payment.status of ${status}. The expected state is ${expected}`,
  cancel: (status) => cannot('cancel', status),
  cancel_post_capture: (status) => cannot('cancel_post_capture', status),
  cancel_post_capture_sync: (status) =>
    ['succeeded', 'partially_captured', 'partially_captured_and_capturable'].includes(status)
      ? 'IR_16 Post-capture sync is allowed only after a post-capture void has been initiated'
      : cannot('cancel_post_capture', status),
  increment: (status) =>
    status === 'requires_capture'
      ? 'IR_16 You cannot increment authorization this payment because it is not allowed for incremental_authorization'
      : cannot('increment authorization', status),
  extend: (status) => cannot('extend authorization', status),
  approve: (status) => (isOpen(status) ? refused.capture(status) : cannot('approve', status)),
  reject: (status) => cannot('reject', status),
  complete_authorize: (status) => cannot('confirm', status),
  calculate_tax: (status) => cannot('create a session update for', status),
  update_metadata: (status) => cannot('update_metadata', status),
};

/** While the processor works on one of several captures, or voids the rest, the status alone does not decide. */
const byState: Partial<Record<AttemptState, Partial<Record<Operation, string>>>> = {
  multiple_capture_initiated: { capture: 'decided', approve: 'decided' },
  further_capture_initiated: {
    cancel: 'IR_16 You cannot cancel this payment because it has a capture under way',
    reject: 'IR_16 You cannot reject this payment because it has a capture under way',
  },
  remainder_void_initiated: { capture: cannot('capture', 'processing'), approve: cannot('capture', 'processing') },
};

const resultOf = (decision: Decision): string => {
  if (decision.kind !== 'refused') return decision.kind;
  const { error } = errorBody(decision satisfies Refusal).body;
  return `${error['code']} ${error['message']}`;
};

const states = statesOf(attemptMachine);
const pairs = states.flatMap((state) => (Object.keys(operations) as Operation[]).map((name) => [name, state] as const));
const isInParts = ({ captureMethod }: Payment): boolean => captureMethod === 'manual_multiple';

it.each(states)('the builders bring a payment to %s', (state) => {
  expect(activeAttempt(inState[state]()).state).toBe(state);
});

describe('every operation in every state', () => {
  it.each(pairs)('%s in %s', (name, state) => {
    const given = inState[state]();
    const payment: Payment = { ...given, captureMethod: isInParts(given) ? 'manual_multiple' : 'manual' };
    const status = statusOf(payment);
    expect(status).toBe(intentStatusIn(state));
    const done = only[name]?.includes(status) === false ? 'unchanged' : 'decided';
    const answer = byState[state]?.[name] ?? (allowed[name].includes(status) ? done : refused[name](status));
    expect(resultOf(operations[name](payment))).toBe(answer);
  });

  it.each(Object.keys(operations) as Operation[])('%s of a payment that is authorized in part', (name) => {
    const payment = aPayment.partlyAuthorized();
    const status = statusOf(payment);
    expect(status).toBe('partially_authorized_and_requires_capture');
    const done = only[name]?.includes(status) === false ? 'unchanged' : 'decided';
    const answer = allowed[name].includes(status) ? done : refused[name](status);
    expect(resultOf(operations[name](payment))).toBe(answer);
  });

  it.each(states)('a check in %s is never refused', (state) => {
    const expand = { expandAttempts: false, expandCaptures: false };
    const decision = checkPayment(inState[state](), { ...about, caller, ...expand }, at(4));
    expect(decision.kind).toBe('unchanged');
  });
});

describe('force_sync', () => {
  const synced: readonly AttemptState[] = [
    ...(['pending', 'authentication_pending', 'cancellation_initiated', 'authorized'] as const),
    ...(['increment_initiated', 'capture_initiated', 'void_initiated'] as const),
    ...(['multiple_capture_initiated', 'partial_charged_and_chargeable'] as const),
    ...(['further_capture_initiated', 'remainder_void_initiated'] as const),
  ];

  it.each(states)('in %s syncs where the processor may know more', (state) => {
    const expand = { expandAttempts: false, expandCaptures: false };
    const decision = syncPayment(inState[state](), { ...about, caller, ...expand }, at(4));
    const kinds = decision.kind === 'decided' && effectsOf(decision).some(({ kind }) => kind === 'sync');
    expect([decision.kind === 'refused', kinds]).toEqual([false, synced.includes(state)]);
  });

  const charged: readonly AttemptState[] = ['charged', 'partial_charged', 'voided_post_charge'];

  it.each(states)('in %s requests refund snapshots where refunds may exist, and never both', (state) => {
    const command = { ...about, caller, expandAttempts: false, expandCaptures: false };
    const decision = syncPayment(inState[state](), command, at(4, { pendingReply }));
    const kinds = effectsOf(decision).map(({ kind }) => kind);
    expect([kinds.includes('request_refund_snapshots'), kinds.length]).toEqual([charged.includes(state), 1]);
  });
});

describe('a capture of a payment without manual capture', () => {
  const notManual =
    'IR_14 This Payment could not be captured because it has a capture_method of automatic. The expected state is manual, manual_multiple, scheduled';

  it.each(states)('in %s', (state) => {
    const automatic: Payment = { ...inState[state](), captureMethod: 'automatic' };
    const never: Payment = { ...automatic, captureMethod: null };
    expect(resultOf(operations.capture(never))).toBe('IR_04 Missing required param: capture_method');
    const status = statusOf(automatic);
    const byMethod = {
      processing: refused.capture('processing').replace('of manual.', 'of automatic.'),
      requires_capture: notManual,
      partially_captured_and_capturable: notManual,
    };
    const answer = (byMethod as Record<string, string>)[status] ?? refused.capture(status);
    expect(resultOf(operations.capture(automatic))).toBe(answer);
  });
});

describe('a confirmation of a failed payment whose profile allows manual retries', () => {
  const manualRetry = { profile: { ...aProfile, manualRetry: true } };
  const again = (state: AttemptState, seconds: number): string =>
    resultOf(operations.confirm(inState[state](), at(seconds, manualRetry)));

  it.each<[AttemptState, string]>([
    ['failure', 'decided'],
    ['capture_failed', cannot('confirm', 'failed', ', and the previous attempt has the status capture_failed')],
    ['void_failed', cannot('confirm', 'failed', ', and the previous attempt has the status void_failed')],
    ['expired', cannot('confirm', 'expired')],
    ['voided', cannot('confirm', 'cancelled')],
  ])('after %s', (state, answer) => expect(again(state, 4)).toBe(answer));

  it('ends with the first half of the session', () => {
    const late = 'You cannot confirm this payment using `manual_retry` because the allowed duration has expired';
    expect([again('failure', 450), again('failure', 451)]).toEqual(['decided', `IR_16 ${late}`]);
  });
});
