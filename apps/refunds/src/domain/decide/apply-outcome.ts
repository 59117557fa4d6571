import type { DataOf, Outcome, ProcessorError, Unanswered, connectorRefundOutcome } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { equals, nextState } from '@payorch/kernel';
import { afterUnanswered, nextQuestionAt, stillUnknownAfterMs } from '../asking';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { refundIn, withRefund } from '../payment-refunds';
import type { Facts, Refund } from '../refund';
import { errorOf, isIn, referenceOf } from '../refund';
import type { RefundState } from '../refund.machine';
import { isAsked, refundMachine } from '../refund.machine';

type Event = DataOf<typeof connectorRefundOutcome>;

/**
 * What a processor said of a refund: by the call itself, by a sync, or by a verified webhook, in any order and any number
 * of times. The table says whether it still changes anything.
 */
export function applyOutcome(refunds: PaymentRefunds | undefined, event: Event, context: DecideContext): Decision {
  const refund = refundIn(refunds, event.refundId);
  if (!refunds || !refund || refund.operation !== event.operationId) return unchanged();
  if (event.unanswered) return unansweredSync(refunds, refund, event.unanswered, context);
  const on = eventOf(refund, event.outcome);
  if (event.source === 'webhook' && on === 'mismatched') return doubt(refunds, refund);
  const state = nextState(refundMachine, refund.state, on);
  if (state === undefined) return tooLate(refunds, refund, event);
  const moved = { ...afterOutcome(refund, state, event), waiters: [] };
  const planned = { ...moved, ...planOf(refund, moved, event, context) };
  const answer: Effect = { kind: 'answer', refundId: refund.id, waiters: refund.waiters };
  const noticed = state === 'manual_review' && on === 'mismatched' && refund.state !== state;
  const incidents: Effect[] = noticed ? [{ kind: 'incident', refundId: refund.id, incident: 'sums_differ' }] : [];
  return decided(withRefund(refunds, planned), [...incidents, answer]);
}

/** Nothing is known that was not known before: whoever waits is answered so, and the next sync is planned anew. */
function unansweredSync(
  refunds: PaymentRefunds,
  refund: Refund,
  unanswered: Unanswered,
  context: DecideContext,
): Decision {
  const { id: refundId, waiters } = refund;
  const answer: Effect[] = waiters.length > 0 ? [{ kind: 'answer', refundId, waiters }] : [];
  const isWaitedFor = isAsked(refund.state);
  if (!isWaitedFor && waiters.length === 0) return unchanged();
  const plan = isWaitedFor ? afterUnanswered(refund, unanswered, context) : {};
  const isOld = isWaitedFor && context.now.getTime() - refund.createdAt.getTime() > stillUnknownAfterMs(context.rules);
  const incidents: Effect[] = isOld ? [{ kind: 'incident', refundId, incident: 'still_unknown' }] : [];
  return decided(withRefund(refunds, { ...refund, ...plan, waiters: [] }), [...incidents, ...answer]);
}

/** The machine's word for an outcome: another sum given back than asked for is no refund of ours. */
const eventOf = ({ money }: Refund, outcome: Outcome): string =>
  outcome.kind === 'refunded' && !equals(outcome.money, money) ? 'mismatched' : outcome.kind;

/** A sum that only a webhook tells is never taken for the truth: the processor is asked, where its word is waited for. */
function doubt(refunds: PaymentRefunds, refund: Refund): Decision {
  if (!isAsked(refund.state)) return unchanged();
  const asking = { ...refund, asked: refund.asked + 1 };
  return decided(withRefund(refunds, asking), [{ kind: 'ask', refund: asking }]);
}

function fieldsThatDiffer(asked: Money, told: Money): string {
  const fields = [
    ...(asked.amount === told.amount ? [] : ['refund_amount']),
    ...(asked.currency === told.currency ? [] : ['currency']),
  ];
  return fields.join(', ');
}

const unknownToThem: ProcessorError = {
  code: 'No error code',
  message: 'The processor knows of no such refund',
  reason: null,
};

/** A silence says nothing about the refund; whatever else kept us from an answer is shown until there is one. */
function errorAfter(refund: Refund, outcome: Outcome): ProcessorError | null {
  if ('money' in outcome && !equals(outcome.money, refund.money)) {
    const fields = fieldsThatDiffer(refund.money, outcome.money);
    const message = `Integrity Check Failed! as data mismatched for fields ${fields}`;
    return { code: 'IE', message, reason: null };
  }
  if (outcome.kind === 'absent') return unknownToThem;
  if (!('error' in outcome)) return outcome.kind === 'accepted' ? errorOf(refund) : null;
  return outcome.kind === 'unknown' && outcome.error.code === 'TIMEOUT' ? errorOf(refund) : outcome.error;
}

interface Known {
  readonly reference: string | null;
  readonly error: ProcessorError | null;
  readonly hadSucceeded: boolean;
}

/** For every state that an outcome can lead to. */
const factsIn: { readonly [S in Exclude<RefundState, 'scheduled'>]: (known: Known) => Facts[S] } = {
  pending: ({ reference, error }) => ({ reference, error }),
  manual_review: ({ reference, error }) => ({ reference, error }),
  success: ({ reference }) => ({ reference }),
  failure: ({ reference, error, hadSucceeded }) => ({ reference, error: error ?? unknownToThem, hadSucceeded }),
};

/** The refund in the state that the table leads to. */
function afterOutcome(refund: Refund, state: RefundState, { outcome }: Event): Refund {
  const known = {
    reference: ('reference' in outcome ? outcome.reference : null) ?? referenceOf(refund),
    error: errorAfter(refund, outcome),
    hadSucceeded: isIn(refund, 'success'),
  };
  const facts = state === 'scheduled' ? refund.facts : factsIn[state](known);
  return { ...refund, state, facts } as Refund;
}

/** The job that asked has planned its successor already; every other news begins the questions anew. */
function planOf(
  before: Refund,
  after: Refund,
  { source }: Event,
  context: DecideContext,
): Pick<Refund, 'asked' | 'dueAt'> {
  if (!isAsked(after.state)) return { asked: 0, dueAt: null };
  if (source === 'sync' && after.state === before.state) return { asked: before.asked, dueAt: before.dueAt };
  const anew = { ...after, asked: after.state === before.state ? before.asked : 0 };
  return { asked: anew.asked, dueAt: nextQuestionAt(anew, context) };
}

/**
 * The table knows no such event here. Most such news is stale and changes nothing; but money that was given back though we
 * had given the refund up is never dropped: it goes to a person.
 */
function tooLate(refunds: PaymentRefunds, refund: Refund, { outcome }: Event): Decision {
  const isLate = outcome.kind === 'refunded' && isIn(refund, 'failure') && !refund.facts.hadSucceeded;
  const { id: refundId, waiters } = refund;
  if (!isLate && waiters.length === 0) return unchanged();
  const answer: Effect = { kind: 'answer', refundId, waiters };
  const incidents: Effect[] = isLate ? [{ kind: 'incident', refundId, incident: 'late_success' }] : [];
  const answered = waiters.length === 0 ? refunds : withRefund(refunds, { ...refund, waiters: [] });
  return decided(answered, [...incidents, answer]);
}
