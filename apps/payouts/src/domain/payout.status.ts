import type { PayoutStatus } from '@payorch/contracts';
import type { PayoutState } from './payout.machine';
import { marksOf, storedStates } from './payout-states';

/** State → status on the interface. */
export const statusOf = ({ state }: { readonly state: PayoutState }): PayoutStatus => marksOf(state).status;

/** The states of stored rows that the interface shows as one of these statuses. */
export const statesShownAs = (statuses: readonly string[]): PayoutState[] =>
  storedStates.filter((state) => statuses.includes(statusOf({ state })));
