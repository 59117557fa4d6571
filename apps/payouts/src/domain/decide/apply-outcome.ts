import { decided, unchanged } from '@payorch/operations';
import { isPlaced, type PlacedAttempt } from '../attempt';
import type { DecideContext, Decision } from '../decision';
import { decideFollowed, followOutcome, type PayoutOutcome } from '../follow-payout';
import type { Payout } from '../payout';
import { attemptOf, isIn, move, withAttempt } from '../payout';

/** Applies an outcome to the payout, from the call, a sync or a webhook, in any order and any number of times. */
export function applyOutcome(payout: Payout | undefined, event: PayoutOutcome, context: DecideContext): Decision {
  if (!payout) return unchanged();
  const attempt = attemptOf(payout);
  if (attempt?.id !== event.payoutAttemptId) return ofEndedAttempt(payout, event);
  const placed = isIn(payout, 'routing') ? placedBy(payout, event) : withRoute(payout, event);
  const present = placed && attemptOf(placed);
  if (!placed || !present || !isPlaced(present)) return unchanged();
  const followed = followOutcome(placed, event, context);
  if (!followed) return placed === payout ? unchanged() : decided(placed);
  return decideFollowed(placed, followed, context);
}

/** The first outcome names the account that routing chose, and the step that it sent there. */
function placedBy(payout: Payout<'routing'>, event: PayoutOutcome): Payout | undefined {
  const { attempt } = payout.facts;
  const { flow: step, account, fallbacks, decision = null } = event;
  if (step === 'payout_cancel' || event.operationId !== attempt.operation) return undefined;
  const placed: PlacedAttempt = { ...attempt, step, account, fallbacks: fallbacks ?? [], decision };
  return move(payout, step, { attempt: placed });
}

/** A webhook may be first: then the outcome of the call brings the route. */
function withRoute(payout: Payout, { operationId, fallbacks, decision }: PayoutOutcome): Payout {
  const attempt = attemptOf(payout);
  const isNews = decision !== undefined && attempt?.decision === null && attempt.operation === operationId;
  return isNews ? withAttempt(payout, { ...attempt, decision, fallbacks: fallbacks ?? [] }) : payout;
}

const moneyMoves: ReadonlySet<string> = new Set(['payout_created', 'initiated', 'paid', 'mismatched']);

/** Money of an attempt that we gave up, while another one may have paid: a person must look at it. */
function ofEndedAttempt(payout: Payout, { payoutAttemptId, outcome }: PayoutOutcome): Decision {
  const isKnown = payout.endedAttempts.some(({ id }) => id === payoutAttemptId);
  if (!isKnown || !moneyMoves.has(outcome.kind) || payout.incidents.includes('late_success')) return unchanged();
  return decided({ ...payout, incidents: [...payout.incidents, 'late_success'] });
}
