import type { AccountRef, ProcessorError } from '@payorch/contracts';
import type { Money, OperationId } from '@payorch/kernel';
import { InvariantError } from '@payorch/kernel';
import type { Attempt, Challenge, Facts } from './attempt';
import { isIn, move, referenceOf, withDecision } from './attempt';
import type { AttemptEvent, AttemptState } from './attempt.machine';
import { overcaptureAfter } from '../captures/overcapture';
import type { Event } from '../outcome-event';

/** The facts of an attempt after an outcome: from the outcome where it has them, else the earlier ones. */
interface Known {
  readonly operation: OperationId;
  readonly account: AccountRef;
  readonly reference: string | null;
  readonly error: ProcessorError | null;
  /** The amount that the processor reports as authorized or charged. */
  readonly reported: Money | null;
  readonly authorized: Money | null;
  /** The captured part of an authorization that can still be captured. */
  readonly charged: Money | null;
  readonly challenge: Challenge | null;
  /** The operation that the outcome is about. */
  readonly reportedOn: OperationId;
  /** Less than the total was charged before the outcome. */
  readonly isPart: boolean;
}

function knownAfter(attempt: Attempt, { operationId, account, outcome }: Event): Known {
  const { facts } = attempt;
  const wasIncremented = isIn(attempt, 'increment_initiated') && outcome.kind === 'authorized';
  return {
    operation: 'operation' in facts ? facts.operation : operationId,
    account,
    reference: ('reference' in outcome ? outcome.reference : null) ?? referenceOf(attempt),
    // A failed increment has its own error: the authorization itself is intact.
    error: 'error' in outcome && !isIn(attempt, 'increment_initiated') ? outcome.error : null,
    reported: 'money' in outcome ? outcome.money : null,
    authorized: 'authorized' in facts && !wasIncremented ? facts.authorized : null,
    charged: 'charged' in facts ? facts.charged : null,
    challenge: outcome.kind === 'challenged' ? outcome.challenge : 'challenge' in facts ? facts.challenge : null,
    reportedOn: operationId,
    isPart: isIn(attempt, 'partial_charged'),
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
const authorizedFacts = (known: Known) => ({
  ...atProcessor(known),
  authorized: needed(known.authorized ?? known.reported, 'sum'),
  error: known.error,
});
const chargedFacts = (known: Known) => ({
  ...atProcessor(known),
  // A void of the rest leaves what was captured.
  charged: needed(known.charged ?? known.reported, 'sum'),
});
const noSuchPayment = { code: 'No error code', message: 'The processor knows of no such payment', reason: null };

/** The facts of every state that an outcome can lead to. */
const factsIn: { readonly [S in AttemptState]?: (known: Known) => Facts[S] } = {
  pending: ({ operation, account, reference, error }) => ({ operation, account, reference, error }),
  authentication_pending: (known) => ({ ...atProcessor(known), challenge: needed(known.challenge, 'challenge') }),
  authorized: authorizedFacts,
  capture_failed: authorizedFacts,
  void_failed: authorizedFacts,
  partial_charged_and_chargeable: (known) => ({ ...authorizedFacts(known), charged: needed(known.charged, 'sum') }),
  charged: chargedFacts,
  partial_charged: chargedFacts,
  capture_review: (known) => ({
    ...chargedFacts(known),
    capture: known.reportedOn,
    isPart: known.isPart,
    error: needed(known.error, 'error'),
  }),
  voided: ({ account, reference }) => ({ account, reference }),
  failure: ({ account, reference, error }) => ({ account, reference, error: error ?? noSuchPayment }),
  expired: ({ account, reference }) => ({ account, reference: needed(reference, 'reference') }),
  integrity_failure: (known) => ({ ...atProcessor(known), reported: needed(known.reported, 'sum') }),
};

const rawIn = ({ outcome }: Event): string | null => ('whole' in outcome ? outcome.whole : null) ?? null;

/** Where the state stays, only the facts of a pending authorization change. */
function factsAfter(attempt: Attempt, to: AttemptState, event: Event): Facts[AttemptState] {
  if (to === attempt.state && to !== 'pending') return attempt.facts;
  return needed(factsIn[to]?.(knownAfter(attempt, event)) ?? null, 'facts');
}

/** The attempt after an outcome, moved by the event that its table names. */
export function afterOutcome(attempt: Attempt, on: AttemptEvent, event: Event, now: Date): Attempt {
  const { outcome, fallbacks } = event;
  const moved = move(attempt, on, (to) => factsAfter(attempt, to, event), {
    fallbacks: fallbacks ?? attempt.fallbacks,
    stored: ('stored' in outcome ? outcome.stored : null) ?? attempt.stored,
    checks: ('checks' in outcome ? outcome.checks : null) ?? attempt.checks,
    rawResponse: rawIn(event) ?? attempt.rawResponse,
    ...chargeAfter(attempt, event),
    ...authorizationAfter(attempt, event, now),
    modifiedAt: now,
  });
  const explained = event.decision && !attempt.decision ? withDecision(moved, event.decision) : moved;
  return explained.state === attempt.state ? explained : { ...explained, syncCount: 0 };
}

/** The id of the charge is the same in every outcome, but a webhook may leave it out. */
function chargeAfter({ charge: known }: Pick<Attempt, 'charge'>, { outcome }: Event): Pick<Attempt, 'charge'> {
  const charge = known ?? ('charge' in outcome ? outcome.charge : undefined);
  return charge === undefined ? {} : { charge };
}

/** The terms of the authorization after an outcome. What the outcome leaves out stays. */
function authorizationAfter(
  attempt: Attempt,
  { outcome }: Event,
  now: Date,
): Pick<Attempt, 'canIncrement' | 'authorizationTerms' | 'overcapture'> {
  const { canIncrement, authorizationTerms } = attempt;
  if (outcome.kind !== 'authorized') return { canIncrement, authorizationTerms };
  const overcapture = overcaptureAfter(attempt, outcome);
  const captureBefore = outcome.captureBefore ?? authorizationTerms?.captureBefore ?? null;
  const isExtended = outcome.extended ?? authorizationTerms?.isExtended ?? null;
  const isNew =
    captureBefore !== (authorizationTerms?.captureBefore ?? null) ||
    isExtended !== (authorizationTerms?.isExtended ?? null);
  const reportedAt =
    authorizationTerms && authorizationTerms.isExtended === isExtended ? authorizationTerms.reportedAt : now;
  return {
    canIncrement: canIncrement || outcome.incremental === true,
    authorizationTerms: isNew ? { captureBefore, isExtended, reportedAt } : authorizationTerms,
    ...(overcapture && { overcapture }),
  };
}

/**
 * Adds what a repeated outcome reports beyond the known facts: terms of the authorization and the id of the charge, since the
 * first outcome need not have all of them, and the processor's response to a sync that requested it. Undefined where nothing is new.
 */
export function withAddedFacts(attempt: Attempt, event: Event, now: Date): Attempt | undefined {
  const raw = event.source === 'sync' ? rawIn(event) : null;
  const known = isIn(attempt, 'authorized') ? authorizationAfter(attempt, event, now) : attempt;
  const added = chargeAfter(attempt, event);
  const isNew =
    known.authorizationTerms !== attempt.authorizationTerms ||
    known.canIncrement !== attempt.canIncrement ||
    (known.overcapture !== undefined && known.overcapture !== attempt.overcapture) ||
    added.charge !== attempt.charge ||
    raw !== null;
  const { authorizationTerms, canIncrement, overcapture } = known;
  const terms = { authorizationTerms, canIncrement, ...(overcapture && { overcapture }) };
  return isNew ? { ...attempt, ...added, ...terms, rawResponse: raw ?? attempt.rawResponse } : undefined;
}
