import { syncDelayMs } from '@payorch/operations';
import type { DecideContext, Effect } from '../decision';
import type { Attempt } from './attempt';

/**
 * Plans the next sync from the attempt's present state. A customer at the bank's page gets time first; `isCustomerDone`: the
 * customer has left that page, and the processor has the payment.
 */
export function nextSync(attempt: Attempt, { rules }: Pick<DecideContext, 'rules'>, isCustomerDone = false): Effect {
  const customerMs = attempt.state === 'authentication_pending' && !isCustomerDone ? rules.customerTimeoutMs : 0;
  return {
    kind: 'sync_later',
    attemptId: attempt.id,
    delayMs: Math.max(customerMs, syncDelayMs(rules, attempt.syncCount)),
  };
}
