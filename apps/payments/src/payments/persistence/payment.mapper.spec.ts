import type { Split } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import { columnsOf } from '@payorch/platform/postgres';
import { aPayment } from '../../../test/builders';
import { aDecision } from '../../../test/routing';
import type { Attempt, Claim } from '../domain/attempt';
import type { StoredIntent } from './payment.mapper';
import { captureToRow } from './capture.mapper';
import { attemptToRow } from './attempt.mapper';
import { intentToRow, paymentFromRow } from './payment.mapper';
import { AttemptRow, CaptureRow, IntentRow } from './payment.rows';

const payment = aPayment.capturing();
const [attempt, capture] = [payment.attempts[0]!, payment.captures[0]!];

it.each([
  [IntentRow, intentToRow(payment, 3)],
  [AttemptRow, attemptToRow(payment, attempt)],
  [CaptureRow, captureToRow(payment, capture)],
])('a row of %p has a value for each column of its entity, and no other', (entity, row) =>
  expect(Object.keys(row).sort()).toEqual([...columnsOf<object>(entity).names].sort()),
);

it('the split of an attempt and the id of its charge are read as they were written', () => {
  const split: Split = {
    ...{ chargeType: 'direct', applicationFee: minorUnits(10n), connectedAccount: 'acct_1', onBehalfOf: null },
  };
  const readBack = (one: Attempt) => {
    const row = { ...intentToRow(payment, 3), attempts: [attemptToRow(payment, one)], captures: [], refunds: [] };
    return paymentFromRow(JSON.parse(JSON.stringify(row)) as StoredIntent).attempts[0];
  };
  expect(readBack({ ...attempt, split, charge: 'ch_1' })).toMatchObject({ split, charge: 'ch_1' });
  expect(readBack(attempt)).toMatchObject({ split: null });
});

it('the interest of a plan is read as it was written; rows from before there were plans have none', () => {
  const readBack = (row: object) =>
    paymentFromRow(JSON.parse(JSON.stringify({ ...row, attempts: [], captures: [], refunds: [] })) as StoredIntent)
      .extras.installmentInterest;
  const charged = { ...payment, extras: { ...payment.extras, installmentInterest: minorUnits(26n) } };
  const row = intentToRow(charged, 3);
  expect(row.net_amount).toBe(1076);
  expect(readBack(row)).toBe(26n);
  const { installmentInterest: _, ...extras } = (row.body as { extras: Record<string, unknown> }).extras;
  expect(readBack({ ...row, body: { ...(row.body as object), extras } })).toBeNull();
});

it('the record of what a client set is read as it was written; rows from before have the merchant’s values', () => {
  const readBack = (one: typeof payment) =>
    paymentFromRow({ ...intentToRow(one, 3), attempts: [], captures: [], refunds: [] } as unknown as StoredIntent)
      .setByClient;
  expect(readBack({ ...payment, setByClient: ['shipping'] })).toEqual(['shipping']);
  expect(readBack(payment)).toBeUndefined();
});

it('a claim is read as it was written, and an attempt without one has none', () => {
  const readBack = (one: Attempt) => {
    const claiming = { ...payment, attempts: [one] };
    const row = { ...intentToRow(claiming, 3), attempts: [attemptToRow(claiming, one)], captures: [], refunds: [] };
    return paymentFromRow(JSON.parse(JSON.stringify(row)) as StoredIntent);
  };
  const claim: Claim = {
    ...{ status: 'unresolved', error: { code: 'E1', message: 'Lost', reason: null }, reference: 'ref_9' },
    ...{ amountCapturable: minorUnits(5n), claimedAt: new Date('2026-01-01T10:00:00.000Z') },
  };
  const [claimed] = readBack({ ...attempt, claim }).attempts;
  expect(claimed!.claim).toEqual(claim);
  expect(claimed!.state).toBe('capture_initiated');
  expect(JSON.stringify(attemptToRow(payment, { ...attempt, claim }))).not.toContain('Lost');
  const noError: Claim = { status: 'pending', error: null, claimedAt: claim.claimedAt };
  expect(readBack({ ...attempt, claim: noError }).attempts[0]!.claim).toEqual(noError);
  expect(readBack(attempt).attempts[0]!).not.toHaveProperty('claim');
});

it.each<[string, Partial<Attempt>]>([
  ['before its outcome', { routingVersion: 7, routingFacts: { values: { amount: 1050 }, metadata: { tier: 'gold' } } }],
  ['by facts without metadata', { routingVersion: 7, routingFacts: { values: { currency: 'EUR' } } }],
  ['after its outcome', { routingVersion: 7, decision: aDecision }],
  ['by metadata', { decision: { ...aDecision, facts: { values: {}, metadata: { tier: 'gold' } } } }],
  ['to a fallback', { fallbackOf: attempt.id }],
])('the route of an attempt %s is read as it was written, and its metadata is sealed', (_, route) => {
  const routed = { ...payment, attempts: [{ ...attempt, ...route } as Attempt] };
  const written = attemptToRow(routed, routed.attempts[0]!);
  expect(JSON.stringify(written.body)).not.toContain('gold"}');
  const row = { ...intentToRow(routed, 3), attempts: [written], captures: [], refunds: [] };
  const [read] = paymentFromRow(JSON.parse(JSON.stringify(row)) as StoredIntent).attempts;
  const { routingVersion, routingFacts, decision, fallbackOf } = read!;
  expect(JSON.parse(JSON.stringify({ routingVersion, routingFacts, decision, fallbackOf }))).toEqual(route);
});

it('an attempt without a route has no keys of one in its row', () =>
  expect(Object.keys(attemptToRow(payment, attempt).body)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(routingVersion|routingFacts|decision|fallbackOf)$/)]),
  ));
