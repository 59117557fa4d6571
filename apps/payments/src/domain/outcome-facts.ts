import type { AccountRef, ProcessorError, connectorOutcome, DataOf } from '@payorch/contracts';
import type { Money, OperationId } from '@payorch/kernel';
import { InvariantError } from '@payorch/kernel';
import type { Attempt, Challenge, Facts } from './attempt';
import { isIn, referenceOf } from './attempt';
import type { AttemptState } from './attempt.machine';

type Event = DataOf<typeof connectorOutcome>;

/** What is known of an attempt after an outcome: from the outcome where it says so, else as it was known before. */
interface Known {
  readonly operation: OperationId;
  readonly account: AccountRef;
  readonly reference: string | null;
  readonly error: ProcessorError | null;
  /** What the processor says it holds or has charged. */
  readonly reported: Money | null;
  readonly held: Money | null;
  readonly challenge: Challenge | null;
}

function knownAfter(attempt: Attempt, { operationId, account, outcome }: Event): Known {
  const { facts } = attempt;
  const wasRaised = isIn(attempt, 'increment_initiated') && outcome.kind === 'authorized';
  return {
    operation: 'operation' in facts ? facts.operation : operationId,
    account,
    reference: ('reference' in outcome ? outcome.reference : null) ?? referenceOf(attempt),
    // That no more could be held is told of the increment: the payment itself lacks nothing.
    error: 'error' in outcome && !isIn(attempt, 'increment_initiated') ? outcome.error : null,
    reported: 'money' in outcome ? outcome.money : null,
    held: 'held' in facts && !wasRaised ? facts.held : null,
    challenge: outcome.kind === 'challenged' ? outcome.challenge : 'challenge' in facts ? facts.challenge : null,
  };
}

function needed<T>(value: T | null, name: string): T {
  if (value === null) throw new InvariantError(`an outcome leads to a state that cannot be without its ${name}`);
  return value;
}

const atProcessor = ({ operation, account, reference }: Known) => ({
  operation,
  account,
  reference: needed(reference, 'reference'),
});
const holding = (known: Known) => ({
  ...atProcessor(known),
  held: needed(known.held ?? known.reported, 'sum'),
  error: known.error,
});
const charging = (known: Known) => ({ ...atProcessor(known), charged: needed(known.reported, 'sum') });
const noSuchPayment = { code: 'No error code', message: 'The processor knows of no such payment', reason: null };

/** For every state that an outcome can lead to from another. */
const factsIn: { readonly [S in AttemptState]?: (known: Known) => Facts[S] } = {
  pending: ({ operation, account, reference, error }) => ({ operation, account, reference, error }),
  authentication_pending: (known) => ({ ...atProcessor(known), challenge: needed(known.challenge, 'challenge') }),
  authorized: holding,
  capture_failed: holding,
  void_failed: holding,
  charged: charging,
  partial_charged: charging,
  voided: ({ account, reference }) => ({ account, reference }),
  failure: ({ account, reference, error }) => ({ account, reference, error: error ?? noSuchPayment }),
  expired: ({ account, reference }) => ({ account, reference: needed(reference, 'reference') }),
  integrity_failure: (known) => ({ ...atProcessor(known), reported: needed(known.reported, 'sum') }),
};

const wholeIn = ({ outcome }: Event): string | null => ('whole' in outcome ? outcome.whole : null) ?? null;

/** The attempt in the state that the table leads to. Where it stays, only what is asked about anew changes. */
export function afterOutcome(attempt: Attempt, state: AttemptState, event: Event, now: Date): Attempt {
  const stays = state === attempt.state;
  const facts = stays && state !== 'pending' ? attempt.facts : factsIn[state]?.(knownAfter(attempt, event));
  return {
    ...attempt,
    state,
    facts: needed(facts ?? null, 'facts'),
    fallbacks: event.fallbacks ?? attempt.fallbacks,
    asked: stays ? attempt.asked : 0,
    stored: ('stored' in event.outcome ? event.outcome.stored : null) ?? attempt.stored,
    checks: ('checks' in event.outcome ? event.outcome.checks : null) ?? attempt.checks,
    whole: wholeIn(event) ?? attempt.whole,
    ...heldAfter(attempt, event, now),
    modifiedAt: now,
  } as Attempt;
}

/** What is known of what is held, beside the sum. What an answer does not speak of stays as it was known. */
function heldAfter(
  { canIncrement, hold }: Attempt,
  { outcome }: Event,
  now: Date,
): Pick<Attempt, 'canIncrement' | 'hold'> {
  if (outcome.kind !== 'authorized') return { canIncrement, hold };
  const captureBefore = outcome.captureBefore ?? hold?.captureBefore ?? null;
  const isExtended = outcome.extended ?? hold?.isExtended ?? null;
  const isNews = captureBefore !== (hold?.captureBefore ?? null) || isExtended !== (hold?.isExtended ?? null);
  const heardAt = hold && hold.isExtended === isExtended ? hold.heardAt : now;
  return {
    canIncrement: canIncrement || outcome.incremental === true,
    hold: isNews ? { captureBefore, isExtended, heardAt } : hold,
  };
}

/**
 * What more is said of what is known already: of a hold, since the answer that came first need not be the one that says most,
 * and the processor's answer to a sync that was to bring it. Undefined where it is nothing new.
 */
export function moreOfTheSame(attempt: Attempt, event: Event, now: Date): Attempt | undefined {
  const whole = event.source === 'sync' ? wholeIn(event) : null;
  const known = isIn(attempt, 'authorized') ? heldAfter(attempt, event, now) : attempt;
  const isNews = known.hold !== attempt.hold || known.canIncrement !== attempt.canIncrement || whole !== null;
  const { hold, canIncrement } = known;
  return isNews ? { ...attempt, hold, canIncrement, whole: whole ?? attempt.whole } : undefined;
}
