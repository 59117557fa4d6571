import type { DataOf, Outcome, ProcessorError, Unanswered, connectorRefundOutcome } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { equals, nextState } from '@payorch/kernel';
import { afterUnansweredSync, nextSyncAt, stillUnknownAfterMs } from '../sync-schedule';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { refundIn, withRefund } from '../payment-refunds';
import type { Facts, Refund } from '../refund';
import { errorOf, isIn, referenceOf } from '../refund';
import type { RefundState } from '../refund.machine';
import { isSyncable, refundMachine } from '../refund.machine';

type Event = DataOf<typeof connectorRefundOutcome>;

/**
 * Applies an outcome from the call itself, a sync or a verified webhook, in any order and any number of times. The state
 * machine decides whether the outcome still changes the refund.
 */
export function applyOutcome(refunds: PaymentRefunds | undefined, event: Event, context: DecideContext): Decision {
  const refund = refundIn(refunds, event.refundId);
  if (!refunds || !refund || refund.operation !== event.operationId) return unchanged();
  if (event.unanswered) return applyUnansweredSync(refunds, refund, event.unanswered, context);
  const on = machineEventOf(refund, event.outcome);
  if (event.source === 'webhook' && on === 'mismatched') return confirmBySync(refunds, refund);
  const state = nextState(refundMachine, refund.state, on);
  if (state === undefined) return applyLateOutcome(refunds, refund, event);
  const moved = { ...afterOutcome(refund, state, event), pendingReplies: [] };
  const scheduled = { ...moved, ...syncScheduleAfter(refund, moved, event, context) };
  const reply: Effect = { kind: 'reply', refundId: refund.id, pendingReplies: refund.pendingReplies };
  const isNewMismatch = state === 'manual_review' && on === 'mismatched' && refund.state !== state;
  const incidents: Effect[] = isNewMismatch
    ? [{ kind: 'incident', refundId: refund.id, incident: 'amounts_differ' }]
    : [];
  return decided(withRefund(refunds, scheduled), [...incidents, reply]);
}

/** The sync brought no outcome: pending replies get the refund unchanged, and the next sync is scheduled again. */
function applyUnansweredSync(
  refunds: PaymentRefunds,
  refund: Refund,
  unanswered: Unanswered,
  context: DecideContext,
): Decision {
  const { id: refundId, pendingReplies } = refund;
  const replies: Effect[] = pendingReplies.length > 0 ? [{ kind: 'reply', refundId, pendingReplies }] : [];
  const isSyncing = isSyncable(refund.state);
  if (!isSyncing && pendingReplies.length === 0) return unchanged();
  const schedule = isSyncing ? afterUnansweredSync(refund, unanswered, context) : {};
  const isOld = isSyncing && context.now.getTime() - refund.createdAt.getTime() > stillUnknownAfterMs(context.rules);
  const incidents: Effect[] = isOld ? [{ kind: 'incident', refundId, incident: 'still_unknown' }] : [];
  return decided(withRefund(refunds, { ...refund, ...schedule, pendingReplies: [] }), [...incidents, ...replies]);
}

/** The machine's event for an outcome. A refund of another amount than requested counts as `mismatched`. */
const machineEventOf = ({ money }: Refund, outcome: Outcome): string =>
  outcome.kind === 'refunded' && !equals(outcome.money, money) ? 'mismatched' : outcome.kind;

/** A mismatched amount that only a webhook reports is confirmed by a sync, if the refund still awaits an outcome. */
function confirmBySync(refunds: PaymentRefunds, refund: Refund): Decision {
  if (!isSyncable(refund.state)) return unchanged();
  const syncing = { ...refund, syncCount: refund.syncCount + 1 };
  return decided(withRefund(refunds, syncing), [{ kind: 'sync', refund: syncing }]);
}

function differingFields(requested: Money, reported: Money): string {
  const fields = [
    ...(requested.amount === reported.amount ? [] : ['refund_amount']),
    ...(requested.currency === reported.currency ? [] : ['currency']),
  ];
  return fields.join(', ');
}

const notFoundAtProcessor: ProcessorError = {
  code: 'No error code',
  message: 'The processor knows of no such refund',
  reason: null,
};

/** A timeout leaves the shown error as before; any other error is shown until an outcome replaces it. */
function errorAfter(refund: Refund, outcome: Outcome): ProcessorError | null {
  if ('money' in outcome && !equals(outcome.money, refund.money)) {
    const fields = differingFields(refund.money, outcome.money);
    const message = `Integrity Check Failed! as data mismatched for fields ${fields}`;
    return { code: 'IE', message, reason: null };
  }
  if (outcome.kind === 'absent') return notFoundAtProcessor;
  if (!('error' in outcome)) return outcome.kind === 'accepted' ? errorOf(refund) : null;
  return outcome.kind === 'unknown' && outcome.error.code === 'TIMEOUT' ? errorOf(refund) : outcome.error;
}

interface Known {
  readonly reference: string | null;
  readonly error: ProcessorError | null;
  readonly hadSucceeded: boolean;
}

/** The facts of every state that an outcome can lead to. */
const factsIn: { readonly [S in Exclude<RefundState, 'scheduled'>]: (known: Known) => Facts[S] } = {
  pending: ({ reference, error }) => ({ reference, error }),
  manual_review: ({ reference, error }) => ({ reference, error }),
  success: ({ reference }) => ({ reference }),
  failure: ({ reference, error, hadSucceeded }) => ({ reference, error: error ?? notFoundAtProcessor, hadSucceeded }),
};

/** The refund in the state that the machine leads to. */
function afterOutcome(refund: Refund, state: RefundState, { outcome }: Event): Refund {
  const known = {
    reference: ('reference' in outcome ? outcome.reference : null) ?? referenceOf(refund),
    error: errorAfter(refund, outcome),
    hadSucceeded: isIn(refund, 'success'),
  };
  const facts = state === 'scheduled' ? refund.facts : factsIn[state](known);
  return { ...refund, state, facts } as Refund;
}

/** The job that started a sync has scheduled the next one already; any other outcome restarts the sync schedule. */
function syncScheduleAfter(
  before: Refund,
  after: Refund,
  { source }: Event,
  context: DecideContext,
): Pick<Refund, 'syncCount' | 'dueAt'> {
  if (!isSyncable(after.state)) return { syncCount: 0, dueAt: null };
  if (source === 'sync' && after.state === before.state) return { syncCount: before.syncCount, dueAt: before.dueAt };
  const restarted = { ...after, syncCount: after.state === before.state ? before.syncCount : 0 };
  return { syncCount: restarted.syncCount, dueAt: nextSyncAt(restarted, context) };
}

/**
 * The machine has no transition for this event. Most such outcomes are stale and change nothing. A success after we recorded
 * a failure means that money moved: it opens an incident.
 */
function applyLateOutcome(refunds: PaymentRefunds, refund: Refund, { outcome }: Event): Decision {
  const isLate = outcome.kind === 'refunded' && isIn(refund, 'failure') && !refund.facts.hadSucceeded;
  const { id: refundId, pendingReplies } = refund;
  if (!isLate && pendingReplies.length === 0) return unchanged();
  const reply: Effect = { kind: 'reply', refundId, pendingReplies };
  const incidents: Effect[] = isLate ? [{ kind: 'incident', refundId, incident: 'late_success' }] : [];
  const replied = pendingReplies.length === 0 ? refunds : withRefund(refunds, { ...refund, pendingReplies: [] });
  return decided(replied, [...incidents, reply]);
}
