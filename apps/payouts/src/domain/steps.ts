import type { AccountRef } from '@payorch/contracts';
import { InvariantError, payoutAttemptIdOf } from '@payorch/kernel';
import { decided, type PayoutStep, payoutSteps } from '@payorch/operations';
import type { Attempt, EndedAttempt, PlacedAttempt } from './attempt';
import type { DecideContext, Decision, Effect, PaidBy } from './decision';
import type { Payout } from './payout';
import { isIn, move } from './payout';

/** A step without an answer is sent so many times in all; the attempt ends then. */
const maxTries = 3;

type StepContext = Pick<DecideContext, 'now' | 'newOperationId' | 'rules'>;

/** What follows from an outcome that ended a step: the payout in a state that is stored, and what is sent. */
export interface Advanced {
  readonly payout: Payout;
  readonly effects: readonly Effect[];
}

/** The steps at an account; undefined: its connector does not pay out so. */
export function paidBy(
  { destination, fields }: Pick<Payout, 'destination' | 'fields'>,
  { connector }: AccountRef,
  { rules }: Pick<StepContext, 'rules'>,
): PaidBy | undefined {
  if (!destination) return undefined;
  const { type: payoutType, methodType } = destination;
  return rules.paidBy(connector, { payoutType, methodType, currency: fields.money.currency });
}

/** The step after this one; from null the first. */
function nextStep({ steps }: PaidBy, done: PayoutStep | null): PayoutStep | undefined {
  const after = done === null ? -1 : payoutSteps.indexOf(done);
  return payoutSteps.find((step, at) => at > after && steps.includes(step));
}

/** Goes on from a state that is not stored. */
export function advance(payout: Payout, context: StepContext): Advanced {
  if (isIn(payout, 'step_done')) return afterStep(payout, context);
  if (isIn(payout, 'step_unknown')) return afterUnknown(payout, context);
  if (isIn(payout, 'attempt_ended')) return afterEnd(payout, context);
  return { payout, effects: [] };
}

/** Sends a step as a new operation. */
function sent(
  payout: Payout<'step_done' | 'step_unknown' | 'attempt_ended' | 'requires_fulfillment'>,
  step: PayoutStep,
  { attempt, tries = 1 }: { readonly attempt: PlacedAttempt; readonly tries?: number },
  { now, newOperationId, rules }: StepContext,
): Advanced {
  const sending: PlacedAttempt = { ...attempt, step, tries, operation: newOperationId(), sentAt: now.toISOString() };
  return {
    payout: move(payout, step, { attempt: sending }, { syncCount: 0 }),
    effects: [{ kind: 'send' }, { kind: 'sync_later', delayMs: rules.outcomeTimeoutMs }],
  };
}

/** The fulfilment waits for the merchant unless the payout fulfils itself. */
function goOn(
  payout: Payout<'step_done' | 'attempt_ended'>,
  attempt: PlacedAttempt,
  step: PayoutStep,
  context: StepContext,
): Advanced {
  if (step !== 'payout_fulfill' || payout.fields.autoFulfill) return sent(payout, step, { attempt }, context);
  return { payout: move(payout, 'awaits_fulfillment', { attempt }, { syncCount: 0 }), effects: [] };
}

function afterStep(payout: Payout<'step_done'>, context: StepContext): Advanced {
  const { attempt } = payout.facts;
  const by = paidBy(payout, attempt.account, context);
  // A connector that lost the method between two builds still has what its steps created: only the fulfilment is left.
  const step = (by && nextStep(by, attempt.step)) ?? 'payout_fulfill';
  return goOn(payout, { ...attempt, error: null }, step, context);
}

function afterUnknown(payout: Payout<'step_unknown'>, context: StepContext): Advanced {
  const { attempt } = payout.facts;
  if (attempt.tries < maxTries) return sent(payout, attempt.step, { attempt, tries: attempt.tries + 1 }, context);
  const error = attempt.error ?? { code: 'No error code', message: 'The processor did not answer', reason: null };
  const over = move(payout, 'given_up', { attempt, error, as: 'failed' as const, mayRetry: true });
  return afterEnd(over, context);
}

/** The next account begins with its first step; without one the payout ends. */
function afterEnd(payout: Payout<'attempt_ended'>, context: StepContext): Advanced {
  const { attempt, error, as, mayRetry } = payout.facts;
  const next = mayRetry ? nextPlace(payout, context) : undefined;
  if (!next) {
    const facts = { attempt: { ...attempt, error }, error };
    const ended = as === 'failed' ? move(payout, 'failed', facts) : move(payout, 'ineligible', facts);
    return { payout: ended, effects: [] };
  }
  const over: EndedAttempt = { ...attempt, error, status: as, fallbacks: [] };
  const following = { ...payout, endedAttempts: [...payout.endedAttempts, over] };
  return goOn(following, nextAttempt(following, next, context), next.step, context);
}

interface Place {
  readonly account: AccountRef;
  readonly fallbacks: readonly AccountRef[];
  readonly step: PayoutStep;
}

/** The next fallback whose connector pays out so. */
function nextPlace(payout: Payout<'attempt_ended'>, context: StepContext): Place | undefined {
  const { fallbacks } = payout.facts.attempt;
  for (const [at, account] of fallbacks.entries()) {
    const by = paidBy(payout, account, context);
    const step = by && nextStep(by, null);
    if (step) return { account, step, fallbacks: fallbacks.slice(at + 1) };
  }
  return undefined;
}

const newAttempt = (
  { payoutId, endedAttempts }: Pick<Payout, 'payoutId' | 'endedAttempts'>,
  { now, newOperationId }: Pick<StepContext, 'now' | 'newOperationId'>,
): Attempt => ({
  id: payoutAttemptIdOf(payoutId, endedAttempts.length + 1),
  number: endedAttempts.length + 1,
  step: null,
  operation: newOperationId(),
  tries: 1,
  sentAt: now.toISOString(),
  account: null,
  fallbacks: [],
  decision: null,
  recipientReference: null,
  recipientAccountReference: null,
  reference: null,
  error: null,
});

/** Where the step is not sent at once, its operation is replaced when it is. */
const nextAttempt = (
  payout: Payout<'attempt_ended'>,
  { account, fallbacks, step }: Place,
  context: StepContext,
): PlacedAttempt => ({
  ...newAttempt(payout, context),
  decision: payout.facts.attempt.decision,
  account,
  fallbacks,
  step,
});

/** The fulfilment of a payout that waits for it. */
export function fulfilled(payout: Payout<'requires_fulfillment'>, context: StepContext): Advanced {
  return sent(payout, 'payout_fulfill', { attempt: payout.facts.attempt }, context);
}

/** Whether the processor has the payout, so that only it can cancel. */
export const isCreated = ({ step }: PlacedAttempt): boolean => step === 'payout_create';

/** The first attempt: routing chooses its account and sends its first step. */
export function begun(
  payout: Payout<'requires_payout_method_data' | 'requires_confirmation'>,
  known: Pick<Attempt, 'routingVersion' | 'routingFacts'>,
  context: Pick<DecideContext, 'now' | 'newOperationId' | 'rules' | 'pendingReplies'>,
): Decision {
  if (!payout.destination) throw new InvariantError('a payout without a destination is not confirmed');
  const attempt: Attempt = { ...newAttempt(payout, context), ...known };
  const { pendingReplies, rules } = context;
  return decided(move(payout, 'confirmed', { attempt }, { syncCount: 0, pendingReplies }), [
    { kind: 'route' },
    { kind: 'sync_later', delayMs: rules.outcomeTimeoutMs },
  ]);
}
