import type { DecideContext } from './decision';
import { later } from './decision';
import type { Refund } from './refund';
import { move } from './refund';

/** On its way to the processor, which is asked where no worker answers. */
export const sendRefund = (
  refund: Refund<'scheduled'>,
  { now, rules }: Pick<DecideContext, 'now' | 'rules'>,
): Refund<'pending'> => ({
  ...move(refund, 'due', { reference: null, error: null }),
  dueAt: later(now, rules.answerWithinMs),
});
