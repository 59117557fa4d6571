import type { DecideContext } from './decision';
import { later } from './decision';
import type { Refund } from './refund';
import { move } from './refund';

/** Moves the refund to `pending`; a sync is due if the worker publishes no outcome in time. */
export const sendRefund = (
  refund: Refund<'scheduled'>,
  { now, rules }: Pick<DecideContext, 'now' | 'rules'>,
): Refund<'pending'> => ({
  ...move(refund, 'due', { reference: null, error: null }),
  dueAt: later(now, rules.outcomeTimeoutMs),
});
