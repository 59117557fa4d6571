import type { ProcessorError } from '@payorch/contracts';
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

const disputed: ProcessorError = {
  code: 'DISPUTED',
  message: 'A dispute has taken the amount',
  reason: null,
};

/** The refund is never sent: a dispute took its amount before it was due. */
export const failDisputed = (refund: Refund<'scheduled'>): Refund<'failure'> => ({
  ...move(refund, 'disputed', { reference: null, error: disputed, hadSucceeded: false }),
  dueAt: null,
});
