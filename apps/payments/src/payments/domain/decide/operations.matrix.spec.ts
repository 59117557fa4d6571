import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller, DataOf, refundCreate } from '@payorch/contracts';
import { errorBody, isRefusal } from '@payorch/contracts';
import { minorUnits, statesOf, type RefundId } from '@payorch/kernel';
import {
  aContext,
  aPayment,
  aProfile,
  cardFields,
  effectsOf,
  later,
  merchantId,
  paymentId,
  type ContextChanges,
} from '../../../../test/builders';
import { inState } from '../../../../test/attempt-states';
import {
  cannot,
  captureRefused,
  interfaceStatuses,
  operationDepartures,
  operationRows,
  resultOf,
  type InterfaceStatus,
  type OperationName,
  type OperationRow,
} from '../../../../test/operation-rows';
import { pendingReplyNamed } from '../../../../test/replies';
import { paymentForListing } from '../../queries/methods/method-list.view';
import type { AttemptState } from '../attempts/attempt.machine';
import { attemptMachine } from '../attempts/attempt.machine';
import { checkCaller } from '../client/caller';
import { challengeOf } from '../authentications/challenge';
import type { Decision } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt, withAttempt, withDetails } from '../payment';
import { intentStatuses } from '../attempts/attempt-status';
import { statusOf } from '../payment.status';
import { sessionOf } from '../client/session';
import { checkPayment, syncPayment } from './sync-payment';
import { cancelPayment } from './cancel-payment';
import { cancelPostCapture, syncPostCaptureVoid } from '../post-capture-voids/cancel-post-capture';
import { capturePayment } from '../captures/capture-payment';
import { confirmPayment } from './confirm-payment';
import { endReview } from '../captures/end-review';
import { extendAuthorization } from '../extensions/extend-authorization';
import { incrementPayment } from '../increments/increment-payment';
import { approvePayment, rejectPayment } from './merchant-decision';
import { refundPayment } from './refund-payment';
import { calculateTax, completeAuthorize } from './shipping';
import { updateMetadata } from './update-metadata';
import { updatePayment } from './update-payment';

const about = { merchantId, paymentId };
const caller = { kind: 'merchant' } as const;
const client: Caller = { kind: 'client', clientSecret: 'pay_1_secret_xxxxxxxxxxxxxxxxxxxx' };
const shipping = { address: { country: 'DE' } };
const pendingReply = pendingReplyNamed('r1');
const at = (seconds: number, changes: ContextChanges = {}) => aContext({ now: later(seconds), ...changes });
const shown = { ...about, caller, expandAttempts: false, expandCaptures: false };
const increment = (payment: Payment, canIncrement: boolean): Decision =>
  incrementPayment(
    withAttempt(withDetails(payment, { ...payment.details, request_incremental_authorization: true }), {
      ...activeAttempt(payment),
      canIncrement,
    }),
    { ...about, amount: minorUnits(9999n), reason: null },
    at(4),
  );
const confirm = (payment: Payment, context = at(4)): Decision =>
  confirmPayment(payment, { ...about, caller, fields: cardFields(), callerIp: null }, context);
const capture = (payment: Payment): Decision => {
  const amountToCapture = payment.captureMethod === 'manual_multiple' ? minorUnits(100n) : null;
  return capturePayment(payment, { ...about, amountToCapture, details: {} }, at(4));
};
const refund: DataOf<typeof refundCreate> = {
  ...about,
  refundId: 'ref_1' as RefundId,
  amount: minorUnits(500n),
  reason: null,
  metadata: null,
  refundType: 'instant',
  splitRefunds: null,
};
const listContext = { caller: 'client', profile: aProfile, merchant: undefined } as const;

/** Every operation of the interface; a query returns what it shows. */
const operations: Readonly<Record<OperationName, (payment: Payment) => object>> = {
  update: (payment) =>
    updatePayment(payment, { ...about, caller, confirm: null, fields: cardFields(), callerIp: null }, at(4)),
  confirm,
  capture,
  cancel: (payment) => cancelPayment(payment, { ...about, cancellationReason: null }, at(3)),
  cancel_post_capture: (payment) => cancelPostCapture(payment, { ...about, cancellationReason: null }, at(4)),
  cancel_post_capture_sync: (payment) => syncPostCaptureVoid(payment, about, at(4)),
  incremental_authorization: (payment) => increment(payment, true),
  incremental_authorization_not_permitted: (payment) => increment(payment, false),
  extend_authorization: (payment) =>
    extendAuthorization(
      withDetails(payment, { ...payment.details, request_extended_authorization: true }),
      about,
      at(4),
    ),
  session_tokens: (payment) => sessionOf(payment, client, { now: later(4), rules: undefined }),
  calculate_tax: (payment) => calculateTax(payment, { ...about, caller, shipping }, at(4)),
  complete_authorize: (payment) => completeAuthorize(payment, { ...about, caller, shipping }, at(4)),
  start_page: (payment) => challengeOf(payment, activeAttempt(payment).id),
  approve: (payment) => approvePayment(payment, about, at(4)),
  reject: (payment) => rejectPayment(payment, about, at(4)),
  update_metadata: (payment) =>
    updateMetadata(payment, { ...about, metadata: { order: 7 }, featureMetadata: null }, at(4)),
  retrieve: (payment) => {
    const decision = checkPayment(payment, shown, at(4));
    return isRefusal(decision) ? decision : payment;
  },
  manual_status_update: (payment) => endReview(payment, { ...about, attemptStatus: 'charged' }, at(4)),
  refund: (payment) => refundPayment(payment, refund),
  list_payment_methods: (payment) => checkCaller(payment, client, later(4)) ?? paymentForListing(payment, listContext),
};

/** Where the state behind the status decides too, because an operation is under way. */
const byState: Partial<Record<AttemptState, Partial<Record<OperationName, string>>>> = {
  // The amount and the address are those that the issuer authenticates; the browser's page is the issuer's own.
  authenticating: {
    complete_authorize: 'unchanged',
    calculate_tax: 'unchanged',
    start_page: 'HE_02 Payment does not exist in our records',
  },
  multiple_capture_initiated: { capture: 'allowed', approve: 'allowed' },
  further_capture_initiated: {
    cancel: 'IR_16 You cannot cancel this payment because it has a capture under way',
    reject: 'IR_16 You cannot reject this payment because it has a capture under way',
  },
  remainder_void_initiated: { capture: cannot('capture', 'processing'), approve: cannot('capture', 'processing') },
};

/** `allowed`, `unchanged` (accepted, without an effect), or code and message of the error. */
function answerOf(decision: object): string {
  if (isRefusal(decision)) {
    const { error } = errorBody(decision).body;
    return `${error['code']} ${error['message']}`;
  }
  return 'kind' in decision && decision.kind === 'unchanged' ? 'unchanged' : 'allowed';
}

const states = statesOf(attemptMachine);
const names = Object.keys(operationRows) as OperationName[];
const isInParts = ({ captureMethod }: Payment): boolean => captureMethod === 'manual_multiple';
/** A payment in a state, to be captured by hand. */
function givenIn(state: AttemptState): Payment {
  const given = inState[state]();
  return { ...given, captureMethod: isInParts(given) ? 'manual_multiple' : 'manual' };
}
const givens: readonly (readonly [string, () => Payment])[] = [
  ...states.map((state) => [state, () => givenIn(state)] as const),
  ['authorized in part', aPayment.partlyAuthorized],
];
const departures = readFileSync(join(__dirname, '../../../../../../docs/departures.md'), 'utf8');

it.each(states)('the builders bring a payment to %s', (state) => {
  expect(activeAttempt(inState[state]()).state).toBe(state);
});

describe('the table of the interface', () => {
  it('has a payment here in every status, except for those that the documents name as not reached', () => {
    const reached = new Set<InterfaceStatus>(givens.map(([, given]) => statusOf(given())));
    const [, section = ''] = departures.split('## Statuses that no payment reaches');
    const documented = [...section.split('\n## ')[0]!.matchAll(/^\| `(\w+)` +\|/gm)].map(([, status]) => status);
    expect(interfaceStatuses.filter((status) => !reached.has(status)).sort()).toEqual(documented.sort());
    const onlyClaimed = ['requires_merchant_action'];
    expect([...reached, ...onlyClaimed].sort()).toEqual([...intentStatuses].sort());
  });

  it.each(operationDepartures)('is departed from for $operation as documented: $documented', (departure) => {
    expect(departures).toContain(`| ${departure.documented} `);
    const { allowed, refused }: OperationRow = operationRows[departure.operation];
    for (const status of departure.statuses)
      expect(departure.result(status)).not.toBe(allowed.includes(status) ? 'allowed' : refused(status));
  });
});

describe.each(givens)('a payment that is %s', (_, given) => {
  it.each(names)('%s', (operation) => {
    const payment = given();
    const state = activeAttempt(payment).state;
    const documented = byState[state]?.[operation] ?? resultOf(operation, statusOf(payment));
    expect(answerOf(operations[operation](payment))).toBe(documented);
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
    const decision = syncPayment(inState[state](), shown, at(4));
    const kinds = decision.kind === 'decided' && effectsOf(decision).some(({ kind }) => kind === 'sync');
    expect([decision.kind === 'refused', kinds]).toEqual([false, synced.includes(state)]);
  });

  const charged: readonly AttemptState[] = ['charged', 'partial_charged', 'capture_review', 'voided_post_charge'];

  it.each(states)('in %s requests refund snapshots where refunds may exist, and never both', (state) => {
    const decision = syncPayment(inState[state](), shown, at(4, { pendingReply }));
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
    expect(answerOf(capture(never))).toBe('IR_04 Missing required param: capture_method');
    const status = statusOf(automatic);
    const byMethod = {
      processing: captureRefused('processing').replace('of manual.', 'of automatic.'),
      requires_capture: notManual,
      partially_captured_and_capturable: notManual,
    };
    const answer = (byMethod as Record<string, string>)[status] ?? captureRefused(status);
    expect(answerOf(capture(automatic))).toBe(answer);
  });
});

it.each(['authorizing', 'pending'] as const)(
  'a payment in parts that is %s is captured only once it is authorized',
  (state) => {
    const payment: Payment = { ...inState[state](), captureMethod: 'manual_multiple' };
    expect(departures).toContain(
      '| capture of `manual_multiple` while no capture is under way and nothing is authorized',
    );
    expect(answerOf(capture(payment))).toBe(cannot('capture', 'processing'));
  },
);

describe('a confirmation of a failed payment whose profile allows manual retries', () => {
  const manualRetry = { profile: { ...aProfile, manualRetry: true } };
  const again = (state: AttemptState, seconds: number): string =>
    answerOf(confirm(inState[state](), at(seconds, manualRetry)));

  it.each<[AttemptState, string]>([
    ['failure', 'allowed'],
    ['capture_failed', cannot('confirm', 'failed', ', and the previous attempt has the status capture_failed')],
    ['void_failed', cannot('confirm', 'failed', ', and the previous attempt has the status void_failed')],
    ['expired', cannot('confirm', 'expired')],
    ['voided', cannot('confirm', 'cancelled')],
  ])('after %s', (state, answer) => expect(again(state, 4)).toBe(answer));

  it('ends with the first half of the session', () => {
    const late = 'You cannot confirm this payment using `manual_retry` because the allowed duration has expired';
    expect([again('failure', 450), again('failure', 451)]).toEqual(['allowed', `IR_16 ${late}`]);
  });
});
