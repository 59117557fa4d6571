import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import { nextQuestionAt } from '../asking';
import type { PaymentRefunds } from '../payment-refunds';
import { withRefund } from '../payment-refunds';
import type { Refund } from '../refund';
import { isIn } from '../refund';
import { isOpen } from '../refund.machine';
import { sendRefund } from '../send';

/** The time has come for some refunds of a payment: to be sent, or to be asked about. */
export function refundsDue(refunds: PaymentRefunds | undefined, context: DecideContext): Decision {
  const due = refunds?.refunds.filter(({ dueAt }) => dueAt !== null && dueAt <= context.now) ?? [];
  if (!refunds || due.length === 0) return unchanged();
  const tended = due.map((refund) => tend(refund, context));
  return decided(
    tended.reduce((all, { refund }) => withRefund(all, refund), refunds),
    tended.flatMap(({ effects }) => effects),
  );
}

interface Tended {
  readonly refund: Refund;
  readonly effects: readonly Effect[];
}

/** Plans the next question before the answer is there, so that a lost answer costs nothing. */
function tend(refund: Refund, context: DecideContext): Tended {
  if (isIn(refund, 'scheduled')) {
    const sent = sendRefund(refund, context);
    return { refund: sent, effects: [{ kind: 'refund', refund: sent }] };
  }
  if (!isOpen(refund.state)) return { refund: { ...refund, dueAt: null }, effects: [] };
  const counted = { ...refund, asked: refund.asked + 1 };
  const asking = { ...counted, dueAt: nextQuestionAt(counted, context) };
  const effects: Effect[] = [{ kind: 'ask', refund: asking }];
  if (asking.asked === context.rules.askQuietly) {
    effects.push({ kind: 'incident', refundId: refund.id, incident: 'still_unknown' });
  }
  return { refund: asking, effects };
}
