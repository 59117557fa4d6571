import { afterScheduledSync, syncDelayMs } from '@payorch/operations';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, later, unchanged } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { withRefund } from '../payment-refunds';
import type { Refund } from '../refund';
import { isIn } from '../refund';
import { isOpen } from '../refund.machine';
import { sendRefund } from '../send-refund';

/** Sends or syncs the refunds of a payment that are due. */
export function refundsDue(refunds: PaymentRefunds | undefined, context: DecideContext): Decision {
  const due = refunds?.refunds.filter(({ dueAt }) => dueAt !== null && dueAt <= context.now) ?? [];
  if (!refunds || due.length === 0) return unchanged();
  const advanced = due.map((refund) => sendOrSync(refund, context));
  return decided(
    advanced.reduce((all, { refund }) => withRefund(all, refund), refunds),
    advanced.flatMap(({ effects }) => effects),
  );
}

interface Advanced {
  readonly refund: Refund;
  readonly effects: readonly Effect[];
}

/** Schedules the next sync before the outcome arrives, so a lost outcome only delays it. */
function sendOrSync(refund: Refund, context: DecideContext): Advanced {
  if (isIn(refund, 'scheduled')) {
    const sent = sendRefund(refund, context);
    return { refund: sent, effects: [{ kind: 'refund', refund: sent }] };
  }
  if (!isOpen(refund.state)) return { refund: { ...refund, dueAt: null }, effects: [] };
  const { syncCount, isStillUnknown } = afterScheduledSync(refund.syncCount, context.rules);
  const syncing = { ...refund, syncCount, dueAt: later(context.now, syncDelayMs(context.rules, syncCount)) };
  const effects: Effect[] = [{ kind: 'sync', refund: syncing }];
  if (isStillUnknown) {
    effects.push({ kind: 'incident', refundId: refund.id, incident: 'still_unknown' });
  }
  return { refund: syncing, effects };
}
