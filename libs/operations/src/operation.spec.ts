import type { Outcome } from '@payorch/values';
import { flowNotSupported } from '@payorch/values';
import { defineMachine, money } from '@payorch/kernel';
import { applyOutcome } from './apply-outcome';
import { defineOperation, eventOf, stateAfter, type LateVerdict } from './operation';
import type { OutcomeCase, Report } from './outcome-case';
import { caseOf, outcomeCases } from './outcome-case';

const machine = defineMachine({ open: { done: 'done', left_open: 'open' }, done: {}, failed: { done: 'done' } });
const operation = defineOperation({
  machine,
  outcomes: {
    open: { captured: 'done', unknown: 'left_open', unproven_mismatch: 'verify' },
    done: { declined: 'contradiction' },
    failed: { captured: 'late_success' },
  },
});

const eur = (amount: bigint) => money(amount, 'EUR');
const error = { code: 'TIMEOUT', message: 'no answer in time', reason: null };
const outcomes: { readonly [K in Outcome['kind']]: Extract<Outcome, { kind: K }> } = {
  authorized: { kind: 'authorized', reference: 'ref_1', money: eur(10n) },
  captured: { kind: 'captured', reference: 'ref_1', money: eur(10n) },
  voided: { kind: 'voided', reference: 'ref_1' },
  extended: { kind: 'extended', reference: 'ref_1', captureBefore: null },
  order_created: { kind: 'order_created', reference: 'order_1', money: eur(10n) },
  pre_authenticated: {
    kind: 'pre_authenticated',
    reference: 'ref_1',
    versions: { version: '2.2.0', maximumVersion: '2.2.0', method: null, directoryServerId: null },
  },
  authentication_challenged: {
    kind: 'authentication_challenged',
    reference: 'ref_1',
    challenge: { acsUrl: 'u', request: 'r', acsReferenceNumber: null, acsTransactionId: null, acsSignedContent: null },
  },
  authenticated: {
    kind: 'authenticated',
    reference: 'ref_1',
    proof: { transactionStatus: 'Y', cryptogram: 'c', eci: null, dsTransactionId: null, version: null },
  },
  not_authenticated: { kind: 'not_authenticated', reference: 'ref_1', transactionStatus: 'N', error },
  revoked: { kind: 'revoked', reference: 'ref_1' },
  disputed: {
    kind: 'disputed',
    reference: 'dispute_1',
    dispute: {
      reference: 'dispute_1',
      stage: 'dispute',
      status: 'dispute_lost',
      money: eur(10n),
      refundable: false,
      connectorStatus: 'lost',
      reason: null,
      reasonCode: null,
      challengeBy: null,
      openedAt: null,
      updatedAt: null,
    },
  },
  refunded: { kind: 'refunded', reference: 'ref_1', money: eur(10n) },
  under_review: { kind: 'under_review', reference: 'ref_1' },
  prepared: { kind: 'prepared', reference: null },
  vendor_account_required: { kind: 'vendor_account_required', reference: 'ref_1' },
  ineligible: { kind: 'ineligible', error: error },
  payout_created: { kind: 'payout_created', reference: 'ref_1', money: eur(10n) },
  initiated: { kind: 'initiated', reference: 'ref_1', money: eur(10n) },
  paid: { kind: 'paid', reference: 'ref_1', money: eur(10n) },
  reversed: { kind: 'reversed', reference: 'ref_1' },
  expired: { kind: 'expired', reference: 'ref_1' },
  challenged: { kind: 'challenged', reference: 'ref_1', challenge: { url: 'u', method: 'GET', fields: {} } },
  accepted: { kind: 'accepted', reference: null },
  declined: { kind: 'declined', reference: null, error, retry: 'never' },
  not_sent: { kind: 'not_sent', error, retry: 'never' },
  mismatched: { kind: 'mismatched', reference: 'ref_1', money: eur(9n) },
  unknown: { kind: 'unknown', reference: null, error },
  absent: { kind: 'absent' },
};
const report = (outcome: Outcome, source: Report['source'] = 'call'): Report => ({ outcome, source });

describe('the case of an outcome', () => {
  it.each(Object.values(outcomes).map((outcome) => [outcome.kind, outcome] as const))(
    'of a call is its kind, without amounts to compare: %s',
    (kind, outcome) => {
      expect(caseOf(report(outcome))).toBe(kind);
      expect(outcomeCases).toContain(kind);
    },
  );

  it.each<[string, OutcomeCase, Report, Parameters<typeof caseOf>[1]]>([
    ['captured below the authorized amount', 'captured_partly', report(outcomes.captured), { authorized: eur(11n) }],
    ['captured as authorized', 'captured', report(outcomes.captured), { authorized: eur(10n) }],
    ['authorized with an earlier amount', 'other_amount', report(outcomes.authorized), { incremented: eur(11n) }],
    ['authorized as requested', 'authorized', report(outcomes.authorized), { incremented: eur(10n) }],
    ['refunded with another amount', 'other_amount', report(outcomes.refunded), { refund: eur(11n) }],
    ['refunded as requested', 'refunded', report(outcomes.refunded), { refund: eur(10n) }],
    [
      'refunded with another amount by a webhook alone',
      'unproven_mismatch',
      report(outcomes.refunded, 'webhook'),
      { refund: eur(11n) },
    ],
    ['mismatched by a webhook alone', 'unproven_mismatch', report(outcomes.mismatched, 'webhook'), {}],
    ['mismatched by a sync', 'mismatched', report(outcomes.mismatched, 'sync'), {}],
    [
      'not sent for want of the flow',
      'not_supported',
      report({ ...outcomes.not_sent, error: { ...error, code: flowNotSupported } }),
      {},
    ],
  ])('%s', (_name, expected, reported, amounts) => {
    expect(caseOf(reported, amounts)).toBe(expected);
  });
});

describe('an operation', () => {
  it('has an event, a verdict, or a stale outcome for every state and every case', () => {
    expect(eventOf(operation, 'open', 'captured')).toBe('done');
    expect(eventOf(operation, 'open', 'unproven_mismatch')).toBe('verify');
    expect(eventOf(operation, 'failed', 'captured')).toBe('late_success');
    expect(eventOf(operation, 'done', 'declined')).toBe('contradiction');
    expect(eventOf(operation, 'done', 'captured')).toBe('stale');
  });

  it('moves by the event, and stays in its state without one', () => {
    expect(stateAfter(operation, 'open', 'captured')).toBe('done');
    expect(stateAfter(operation, 'open', 'unproven_mismatch')).toBe('open');
    expect(stateAfter(operation, 'failed', 'captured')).toBe('failed');
    expect(stateAfter(operation, 'done', 'declined')).toBe('done');
  });

  it.each<[OutcomeCase, keyof typeof machine, string]>([
    ['captured', 'open', 'moved by done'],
    ['unknown', 'open', 'moved by left_open'],
    ['unproven_mismatch', 'open', 'verified'],
    ['captured', 'failed', 'late success'],
    ['declined', 'done', 'contradiction'],
    ['declined', 'open', 'stale'],
  ])('that is reported %s in %s is followed: %s', (reported, state, expected) => {
    const rules = {
      definition: operation,
      caseOf: () => reported,
      moved: (_operation: object, on: string) => `moved by ${on}`,
      verified: () => 'verified',
      late: (_operation: object, _reported: undefined, verdict: LateVerdict) => verdict.replace('_', ' '),
    };
    expect(applyOutcome(rules, { state }, undefined)).toBe(expected);
  });
});
