import type { DataOf, payoutDestinationSaved } from '@payorch/contracts';
import { decided, unchanged } from '@payorch/operations';
import type { Decision } from '../decision';
import type { Payout } from '../payout';

/** The customer has saved the destination: the payout shows as which payment method. A deleted recipient has none. */
export function nameDestination(
  payout: Payout | undefined,
  { payoutMethodId }: DataOf<typeof payoutDestinationSaved>,
): Decision {
  if (!payout || payout.isRedacted || payout.payoutMethodId !== null) return unchanged();
  return decided({ ...payout, payoutMethodId });
}
