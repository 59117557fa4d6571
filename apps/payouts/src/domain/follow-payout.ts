import type { connectorPayoutOutcome, DataOf, Outcome, ProcessorError } from '@payorch/contracts';
import { equals, InvariantError, type Money } from '@payorch/kernel';
import type { Followed, FollowEffect, OutcomeCase } from '@payorch/operations';
import { caseOf, decided, OperationFollower, unchanged } from '@payorch/operations';
import { isPlaced, type PlacedAttempt, withReference } from './attempt';
import type { DecideContext, Decision, Effect } from './decision';
import { erased } from './erase';
import type { Facts, Payout, PayoutIncident } from './payout';
import { attemptOf, errorOf, isIn, move } from './payout';
import { type PayoutEvent, payoutMachine, payoutOperations, type PayoutState } from './payout.machine';
import { marksOf, openStates } from './payout-states';
import { advance, type Advanced } from './steps';

export type PayoutOutcome = DataOf<typeof connectorPayoutOutcome>;
type Definition = (typeof payoutOperations)[keyof typeof payoutOperations];

const followerBy = (definition: Definition) =>
  new OperationFollower<typeof payoutMachine, Payout, PayoutOutcome>({
    definitionOf: () => definition,
    openStates,
    requestedAt: (payout) => new Date(attemptOf(payout)?.sentAt ?? payout.createdAt),
    caseOf: (payout, event) => payoutCaseOf(payout, event),
    moved: movedBy,
  });

/** What outcomes and syncs do to a payout, by the operation that they are about. */
const followers = { step: followerBy(payoutOperations.step), cancel: followerBy(payoutOperations.cancel) };
export const payoutFollower = followers.step;

/**
 * The payout after an outcome of its present attempt; undefined where nothing changes. Callers wait for the present operation: an
 * outcome that was overtaken does not answer them.
 */
export const followOutcome = (
  payout: Payout,
  event: PayoutOutcome,
  context: DecideContext,
): Followed<Payout> | undefined =>
  isSuperseded(payout, event)
    ? undefined
    : (event.flow === 'payout_cancel' ? followers.cancel : followers.step).outcome(payout, event, context);

const aboutTheMoney: ReadonlySet<Outcome['kind']> = new Set<Outcome['kind']>([
  ...(['payout_created', 'initiated', 'paid', 'reversed', 'expired', 'voided', 'declined', 'mismatched'] as const),
]);

/** Of another operation than the present one, only what the processor says of the whole payout counts. */
function isSuperseded(payout: Payout, event: PayoutOutcome): boolean {
  const { operationId, flow, outcome } = event;
  if (flow === 'payout_cancel')
    return 'cancelOperation' in payout.facts && payout.facts.cancelOperation !== operationId;
  if (isPresent(payout, event)) return isCreatedBeforeItsEnd(payout, outcome);
  // Once a later step or a cancellation was sent, that the processor has the payout says nothing new: its event was slow.
  if (outcome.kind === 'payout_created' && equals(outcome.money, payout.fields.money)) return true;
  return !(flow === 'payout_create' || flow === 'payout_fulfill') || !aboutTheMoney.has(outcome.kind);
}

const isPresent = (payout: Payout, { operationId }: PayoutOutcome): boolean =>
  attemptOf(payout)?.operation === operationId && !('cancelOperation' in payout.facts);

/** The processor has cancelled what it reports to have created. */
const isCreatedBeforeItsEnd = (payout: Payout, outcome: Outcome): boolean =>
  isIn(payout, 'cancelled') &&
  outcome.kind === 'payout_created' &&
  outcome.reference === attemptOf(payout)?.reference &&
  equals(outcome.money, payout.fields.money);

/** A webhook alone never proves a different amount. */
function payoutCaseOf(payout: Payout, event: PayoutOutcome): OutcomeCase {
  const { outcome, source } = event;
  const { kind } = outcome;
  if (kind !== 'initiated' && kind !== 'paid' && kind !== 'payout_created') return caseOf(event);
  if (equals(outcome.money, payout.fields.money)) return kind;
  return source === 'webhook' ? 'unproven_mismatch' : 'other_amount';
}

const placedAttemptOf = (payout: Payout): PlacedAttempt => {
  const attempt = attemptOf(payout);
  if (!attempt || !isPlaced(attempt)) throw new InvariantError('an outcome is of an attempt at an account');
  return attempt;
};

function movedBy(payout: Payout, on: PayoutEvent, event: PayoutOutcome): Payout {
  const { outcome, flow } = event;
  const before = placedAttemptOf(payout);
  const reference = 'reference' in outcome ? outcome.reference : null;
  const error = errorAfter(payout, event);
  const attempt = { ...(flow === 'payout_cancel' ? before : withReference(before, flow, reference)), error };
  const known: Known = {
    attempt,
    error: error ?? defaultErrors[outcome.kind] ?? noDetails,
    isIneligible: outcome.kind === 'ineligible',
    mayRetry: outcome.kind === 'ineligible' || ('retry' in outcome && outcome.retry === 'another_account'),
    ...('cancelOperation' in payout.facts && { cancelOperation: payout.facts.cancelOperation }),
  };
  return move(payout, on, (to) => factsIn(to, known));
}

interface Known {
  readonly attempt: PlacedAttempt;
  readonly error: ProcessorError;
  readonly isIneligible: boolean;
  readonly mayRetry: boolean;
  readonly cancelOperation?: Extract<Facts[PayoutState], { cancelOperation: unknown }>['cancelOperation'];
}

/** The facts of a state to which an outcome leads. */
export function factsIn(
  to: PayoutState,
  { attempt, error, isIneligible, mayRetry, cancelOperation }: Known,
): Facts[PayoutState] {
  if (to === 'attempt_ended') return { attempt, error, as: isIneligible ? 'ineligible' : 'failed', mayRetry };
  if (to === 'failed' || to === 'cancelled' || to === 'ineligible') return { attempt: { ...attempt, error }, error };
  if (to === 'expired' || to === 'reversed') return { attempt, error: attempt.error };
  return marksOf(to).underWay === 'payout_cancel' && cancelOperation ? { attempt, cancelOperation } : { attempt };
}

const noDetails: ProcessorError = { code: 'No error code', message: 'No error message', reason: null };
const defaultErrors: Partial<Record<Outcome['kind'], ProcessorError>> = {
  absent: { ...noDetails, message: 'The processor knows of no such payout' },
  voided: { ...noDetails, code: '', message: 'Cancelled by user' },
};

function differing(requested: Money, reported: Money): ProcessorError {
  const fields = [
    ...(requested.amount === reported.amount ? [] : ['amount']),
    ...(requested.currency === reported.currency ? [] : ['currency']),
  ];
  const message = `Integrity Check Failed! as data mismatched for fields ${fields.join(', ')}`;
  return { code: 'IE', message, reason: null };
}

/** A timeout leaves the shown error as before; any other error is shown until an outcome replaces it. */
function errorAfter(payout: Payout, { outcome }: PayoutOutcome): ProcessorError | null {
  const shown = errorOf(payout);
  if ('money' in outcome && !equals(outcome.money, payout.fields.money))
    return differing(payout.fields.money, outcome.money);
  if ('error' in outcome) return outcome.kind === 'unknown' && outcome.error.code === 'TIMEOUT' ? shown : outcome.error;
  return outcome.kind === 'accepted' ? shown : (defaultErrors[outcome.kind] ?? null);
}

/** The decision about what follows: the next step, the next account, replies, and incidents, each once. */
export function decideFollowed(
  before: Payout,
  followed: Followed<Payout> | undefined,
  context: Pick<DecideContext, 'now' | 'newOperationId' | 'rules'>,
): Decision {
  if (!followed) return unchanged();
  const advanced = advance(followed.operation, context);
  const incidents = incidentsOf(before, advanced.payout, followed.effects);
  const { payout, effects } =
    advanced.effects.length > 0 ? stillWaiting(before, advanced) : answered(advanced, followed);
  const isNews = payout !== before || effects.length > 0 || incidents.length > before.incidents.length;
  return isNews ? decided(erased({ ...payout, incidents }), effects) : unchanged();
}

/** Another step is under way: its callers wait on, and its job is the new step's. */
const stillWaiting = ({ pendingReplies }: Payout, { payout, effects }: Advanced): Advanced => ({
  payout: { ...payout, pendingReplies },
  effects,
});

const answered = ({ payout }: Advanced, { effects }: Followed<Payout>): Advanced => ({
  payout,
  effects: effects.filter((effect): effect is Extract<FollowEffect, Effect> => effect.kind !== 'incident'),
});

/** A recipient who has yet to act, and a bank that takes days, need no person. */
function incidentsOf(before: Payout, after: Payout, effects: readonly FollowEffect[]): readonly PayoutIncident[] {
  const opened = effects.flatMap((effect): PayoutIncident[] => {
    if (effect.kind !== 'incident') return [];
    return effect.incident === 'still_unknown' && marksOf(before.state).patient ? [] : [effect.incident];
  });
  const reversed: readonly PayoutIncident[] =
    after.state === 'reversed' && before.state !== 'reversed' ? ['reversed'] : [];
  return [...new Set([...before.incidents, ...opened, ...reversed])];
}
