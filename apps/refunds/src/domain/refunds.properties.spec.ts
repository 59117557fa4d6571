import type { Outcome } from '@payorch/contracts';
import { randomOf } from '@payorch/harness';
import type { DisputeId, OperationId } from '@payorch/kernel';
import { statesOf } from '@payorch/kernel';
import {
  aContext,
  aRefund,
  after,
  receiveOutcome,
  idOf,
  later,
  merchantId,
  one,
  outcomes,
  paymentId,
  outcomeEvent,
  usd,
  refundRequestOf,
} from '../../test/builders';
import { applyOutcome } from './decide/apply-outcome';
import { declareRefund } from './decide/declare-refund';
import { noteDispute } from './decide/note-dispute';
import { refundsDue } from './decide/refunds-due';
import { requestRefund } from './decide/request-refund';
import { releaseVoid, reserveVoid } from './decide/reserve-void';
import { syncRefund } from './decide/sync-refund';
import type { DecideContext, Decision } from './decision';
import type { PaymentRefunds } from './payment-refunds';
import { disputedOf, refundedOf, reservedOf } from './payment-refunds';
import { isOpen, refundMachine } from './refund.machine';

const charged = 10_000n;
const kinds = Object.keys(outcomes) as (keyof typeof outcomes)[];
const sources = ['call', 'sync', 'webhook'] as const;
const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

/** A random command, outcome or due job for the refunds of a payment. */
function randomStep(random: () => number, refunds: PaymentRefunds | undefined, context: DecideContext): Decision {
  const known = refunds?.refunds ?? [];
  const refund = known.length > 0 ? pick(random, known) : undefined;
  const named = { merchantId, paymentId, refundId: refund?.id ?? idOf('none') };
  const roll = random();
  if (!refund || roll < 0.35) {
    const refundType = random() < 0.8 ? 'instant' : 'scheduled';
    return requestRefund(
      refunds,
      refundRequestOf(BigInt(Math.floor(random() * 7_000)), `ref_${random()}`, { refundType }),
      context,
    );
  }
  if (roll < 0.8) {
    const kind = pick(random, kinds);
    const outcome = kind === 'refunded' ? { ...outcomes.refunded, money: refund.money } : outcomes[kind];
    return applyOutcome(refunds, outcomeEvent(refund, outcome, { source: pick(random, sources) }), context);
  }
  if (roll < 0.83) {
    const operationId = pick(random, ['op_void_1', 'op_void_2'] as OperationId[]);
    const about = { merchantId, paymentId, operationId };
    return random() < 0.7 ? reserveVoid(refunds, { ...about, charged: usd(charged) }) : releaseVoid(refunds, about);
  }
  if (roll < 0.86) {
    const disputeId = pick(random, ['dp_1', 'dp_2'] as DisputeId[]);
    const version = 1 + Math.floor(random() * 9);
    const taken = usd(pick(random, [0n, 3_000n, charged]));
    return noteDispute(refunds, { merchantId, paymentId, disputeId, version, charged: usd(charged), taken });
  }
  if (roll < 0.92) return refundsDue(refunds, undefined, context);
  if (roll < 0.95) return syncRefund(refunds, named, context);
  const status = pick(random, ['success', 'failure', null] as const);
  return declareRefund(refunds, { ...named, status, errorCode: null, errorMessage: null }, context);
}

/** The invariants that a change breaks. */
function brokenInvariants(before: PaymentRefunds | undefined, refunds: PaymentRefunds): string[] {
  const wrong = reservedOf(refunds) <= refunds.charged.amount ? [] : ['more reserved than charged'];
  if (refunds.voidedBy !== null && refundedOf(refunds) > 0n) wrong.push('both refunded and voided');
  const isNew = refunds.refunds.length > (before?.refunds.length ?? 0);
  const isTwice = refundedOf(refunds) + disputedOf(refunds) > refunds.charged.amount;
  if (isNew && isTwice) wrong.push('refunded beyond what disputes left');
  const isSent = refunds.refunds.some(
    ({ id, state }) => state === 'pending' && before?.refunds.some((one) => one.id === id && one.state === 'scheduled'),
  );
  if (isSent && isTwice && disputedOf(refunds) > 0n) wrong.push('sent beyond what disputes left');
  for (const refund of refunds.refunds) {
    if ((refund.dueAt !== null) !== isOpen(refund.state)) wrong.push(`${refund.state} is due ${refund.dueAt}`);
    const previous = before?.refunds.find(({ id }) => id === refund.id);
    if (!previous || previous === refund) continue;
    if (refund.version !== previous.version + 1) wrong.push(`version ${refund.version} after ${previous.version}`);
    if (refund.modifiedAt <= previous.modifiedAt) wrong.push('modified time does not rise');
  }
  return wrong;
}

it('random steps never reserve more than the charge, leave every open refund due, and raise every version', () => {
  const reached = new Set<string>();
  let voids = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomOf(seed);
    let refunds: PaymentRefunds | undefined;
    for (let step = 0; step < 60; step++) {
      const context = aContext({ now: later(step * 30 * random()) });
      const decision = randomStep(random, refunds, context);
      if (decision.kind !== 'decided') continue;
      const next = after(decision, refunds, context.now);
      const wrong = brokenInvariants(refunds, next);
      if (wrong.length > 0) throw new Error(`seed ${seed}, step ${step}: ${wrong.join(', ')}`);
      for (const { state } of next.refunds) reached.add(state);
      if (next.voidedBy !== null) voids++;
      refunds = next;
    }
  }
  expect([...reached].sort()).toEqual([...statesOf(refundMachine)].sort());
  expect(voids).toBeGreaterThan(0);
});

it.each<[string, readonly Outcome[], string]>([
  ['a success', [outcomes.accepted, outcomes.unknown, outcomes.under_review, outcomes.refunded], 'success'],
  ['a success and a later decline', [outcomes.accepted, outcomes.refunded, outcomes.declined], 'failure'],
  ['a decline', [outcomes.accepted, outcomes.unknown, outcomes.declined], 'failure'],
])('shuffled and duplicated outcomes of %s end in the same state', (_, given, end) => {
  const random = randomOf(7);
  for (let round = 0; round < 4_000; round++) {
    const shuffled = [...given, ...given, pick(random, given)]
      .map((outcome) => ({ outcome, place: random() }))
      .sort((a, b) => a.place - b.place);
    let refunds = aRefund.pending();
    for (const { outcome } of shuffled) {
      const decision = receiveOutcome(refunds, outcome, { source: pick(random, sources) });
      if (decision.kind === 'decided') refunds = after(decision, refunds);
    }
    if (one(refunds).state !== end)
      throw new Error(`${one(refunds).state} after ${shuffled.map(({ outcome }) => outcome.kind).join()}`);
    expect(reservedOf(refunds)).toBe(end === 'failure' ? 0n : charged);
  }
});
