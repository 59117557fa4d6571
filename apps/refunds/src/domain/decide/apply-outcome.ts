import type { DataOf, Outcome, ProcessorError, Unanswered, connectorRefundOutcome } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { equals } from '@payorch/kernel';
import type { OutcomeRules } from '@payorch/operations';
import {
  afterUnansweredSync,
  applyOutcome as applyByRules,
  caseOf,
  stillUnknownAfterMs,
  syncDelayMs,
} from '@payorch/operations';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, later, unchanged } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { refundIn, withRefund } from '../payment-refunds';
import type { Facts, Refund } from '../refund';
import { errorOf, isIn, move, referenceOf } from '../refund';
import type { RefundEvent, RefundState, refundMachine } from '../refund.machine';
import { isSyncable, refundOperation } from '../refund.machine';

type Event = DataOf<typeof connectorRefundOutcome>;

/** Applies an outcome to the refund that it is about. */
export function applyOutcome(refunds: PaymentRefunds | undefined, event: Event, context: DecideContext): Decision {
  const refund = refundIn(refunds, event.refundId);
  if (!refunds || !refund || refund.operation !== event.operationId) return unchanged();
  if (event.unanswered) return applyUnansweredSync(refunds, refund, event.unanswered, context);
  return applyByRules(refundRules, refund, { refunds, event, context });
}

/** An outcome, with the refunds of its payment. */
interface Reported {
  readonly refunds: PaymentRefunds;
  readonly event: Event;
  readonly context: DecideContext;
}

const refundRules: OutcomeRules<typeof refundMachine, Refund, Reported, Decision> = {
  definition: refundOperation,
  // A refund that succeeded and then failed: a repeated success is stale.
  caseOf: (refund, { event }) =>
    isIn(refund, 'failure') && refund.facts.hadSucceeded ? 'superseded' : caseOf(event, { refund: refund.money }),
  moved: (refund, on, { refunds, event, context }) => {
    const moved = afterOutcome(refund, on, event, context);
    const reply: Effect = { kind: 'reply', refundId: refund.id, pendingReplies: refund.pendingReplies };
    const incidents: Effect[] =
      on === 'mismatched' ? [{ kind: 'incident', refundId: refund.id, incident: 'amounts_differ' }] : [];
    return decided(withRefund(refunds, moved), [...incidents, reply]);
  },
  verified: (refund, { refunds }) => {
    const syncing = { ...refund, syncCount: refund.syncCount + 1 };
    return decided(withRefund(refunds, syncing), [{ kind: 'sync', refund: syncing }]);
  },
  // Most are stale and change nothing. A success after we recorded a failure means that money moved: it opens an incident.
  late: (refund, { refunds }, verdict) => {
    const isSuccess = verdict === 'late_success';
    const { id: refundId, pendingReplies } = refund;
    if (!isSuccess && pendingReplies.length === 0) return unchanged();
    const reply: Effect = { kind: 'reply', refundId, pendingReplies };
    const incidents: Effect[] = isSuccess ? [{ kind: 'incident', refundId, incident: 'late_success' }] : [];
    const replied = pendingReplies.length === 0 ? refunds : withRefund(refunds, { ...refund, pendingReplies: [] });
    return decided(replied, [...incidents, reply]);
  },
};

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
  const schedule = isSyncing ? scheduleAfterUnanswered(refund, unanswered, context) : {};
  const isOld = isSyncing && context.now.getTime() - refund.createdAt.getTime() > stillUnknownAfterMs(context.rules);
  const incidents: Effect[] = isOld ? [{ kind: 'incident', refundId, incident: 'still_unknown' }] : [];
  return decided(withRefund(refunds, { ...refund, ...schedule, pendingReplies: [] }), [...incidents, ...replies]);
}

function scheduleAfterUnanswered(
  refund: Refund,
  unanswered: Unanswered,
  { now, rules }: DecideContext,
): Pick<Refund, 'syncCount' | 'dueAt'> {
  const { syncCount, delayMs } = afterUnansweredSync(refund.syncCount, unanswered, rules);
  return { syncCount, dueAt: later(now, delayMs) };
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

/** The facts of every state, as an outcome leads to it. */
const factsIn: { readonly [S in RefundState]: (known: Known) => Facts[S] } = {
  scheduled: () => ({}),
  pending: ({ reference, error }) => ({ reference, error }),
  manual_review: ({ reference, error }) => ({ reference, error }),
  success: ({ reference }) => ({ reference }),
  failure: ({ reference, error, hadSucceeded }) => ({ reference, error: error ?? notFoundAtProcessor, hadSucceeded }),
};

/** The refund after an outcome, moved by the event that its table names. */
function afterOutcome(refund: Refund, on: RefundEvent, event: Event, context: DecideContext): Refund {
  const { outcome } = event;
  const known = {
    reference: ('reference' in outcome ? outcome.reference : null) ?? referenceOf(refund),
    error: errorAfter(refund, outcome),
    hadSucceeded: isIn(refund, 'success'),
  };
  const moved = move(refund, on, (to) => factsIn[to](known), { pendingReplies: [] });
  return { ...moved, ...syncScheduleAfter(refund, moved, event, context) };
}

/** The job that started a sync has scheduled the next one already; any other outcome restarts the sync schedule. */
function syncScheduleAfter(
  before: Refund,
  { state }: Refund,
  { source }: Event,
  { now, rules }: DecideContext,
): Pick<Refund, 'syncCount' | 'dueAt'> {
  if (!isSyncable(state)) return { syncCount: 0, dueAt: null };
  if (source === 'sync' && state === before.state) return { syncCount: before.syncCount, dueAt: before.dueAt };
  const syncCount = state === before.state ? before.syncCount : 0;
  return { syncCount, dueAt: later(now, syncDelayMs(rules, syncCount)) };
}
