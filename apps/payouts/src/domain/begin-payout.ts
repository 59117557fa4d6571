import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { DecideContext, Decision } from './decision';
import type { Payout } from './payout';
import { routedBy } from './routing-facts';
import { begun } from './steps';

/** What a payout must name before its confirmation. */
function lacking({ destination, fields: { payoutType } }: Payout): Refusal | undefined {
  if (payoutType === null) return refuse('missing_param', { field: 'payout_type' });
  if (destination === null) return refuse('missing_param', { field: 'payout_method_data' });
  return destination.type === payoutType
    ? undefined
    : refuse('invalid_request', { message: 'payout_method_data is of another type than payout_type' });
}

/** Begins the first attempt of a payout that a processor has not seen. */
export function beginPayout(
  payout: Payout<'requires_payout_method_data' | 'requires_confirmation'>,
  context: DecideContext,
): Decision {
  const refusal = lacking(payout);
  if (refusal) return refusal;
  return begun(payout, routedBy(payout, context.routing(payout.profileId)), context);
}
