import type { Outcome, Refusal } from '@payorch/contracts';
import { flowNotSupported, refuse } from '@payorch/contracts';
import { equals, moveState } from '@payorch/kernel';
import type { OrderState } from '@payorch/operations';
import { caseOf, orderMachine, orderOperation } from '@payorch/operations';
import { decided, unchanged, type Decision } from '../decision';
import { withFollowUp } from '../follow-ups';
import type { Order } from './order';
import type { PendingReply } from '../payment';
import type { Event } from '../outcome-event';
import type { PaymentRules, Reported } from '../outcome-rules';
import { withoutReplies } from '../outcome-rules';

/** Outcomes of an order. Callers that wait for something else of the payment still wait. */
export const orderRules: PaymentRules<typeof orderMachine, Order> = {
  definition: orderOperation,
  caseOf: ({ money }, { event }) => {
    const { outcome } = event;
    return outcome.kind === 'order_created' && !equals(outcome.money, money) ? 'mismatched' : caseOf(event);
  },
  moved: (known, on, reported) => {
    const { payment, event, context } = reported;
    const state = moveState(orderMachine, known.state, on);
    const answered = answeredBy(known, reported);
    const order = orderAfter(known, state, event.outcome, context.now);
    const changed = withFollowUp(withoutReplies(payment, answered), 'orders', order);
    if (order.state !== 'failed') return decided(changed, [{ kind: 'reply', pendingReplies: answered }]);
    return decided(changed, [{ kind: 'refuse', pendingReplies: answered, refusal: refusalOf(order, event) }]);
  },
  verified: (known, reported) => answerWithoutMove(known, reported),
  late: (known, reported) => answerWithoutMove(known, reported),
};

function answerWithoutMove(known: Order, reported: Reported): Decision {
  const answered = answeredBy(known, reported);
  if (answered.length === 0) return unchanged();
  return decided(withoutReplies(reported.payment, answered), [{ kind: 'reply', pendingReplies: answered }]);
}

const answeredBy = ({ operation }: Order, { payment }: Reported): readonly PendingReply[] =>
  payment.pendingReplies.filter(({ view }) => view.kind === 'order' && view.operation === operation);

const noSuchOrder = { code: 'No error code', message: 'The processor knows of no such order', reason: null };
const otherSum = { code: 'No error code', message: 'The processor created an order of another sum', reason: null };

function errorOf(outcome: Outcome): Order['error'] {
  if ('error' in outcome) return outcome.error;
  return outcome.kind === 'absent' ? noSuchOrder : otherSum;
}

const orderAfter = (known: Order, state: OrderState, outcome: Outcome, now: Date): Order => ({
  ...known,
  state,
  reference: state === 'created' && outcome.kind === 'order_created' ? outcome.reference : known.reference,
  error: state === 'failed' ? errorOf(outcome) : null,
  modifiedAt: now,
});

/** The refusal of a failed order, in the processor's words. */
function refusalOf({ error }: Order, { account: { connector } }: Event): Refusal {
  const { code, message, reason } = error ?? noSuchOrder;
  if (code === flowNotSupported) return refuse('flow_not_supported', { flow: 'post_session_tokens', connector });
  return refuse('connector_refused', { code, message, connector, ...(reason !== null && { reason }) });
}
