import { incidentsOf } from '@payorch/platform/incidents';
import type { PayoutState } from '../domain/payout.machine';
import { marksOf } from '../domain/payout-states';

/** Incidents of payouts. */
export const incidents = incidentsOf<PayoutState>({
  object: 'payout',
  table: 'payouts',
  id: 'payout_id',
  stillNeeds: (state, id) => (marksOf(state).due ? `PUT /payouts/${id}/manual-update` : null),
});
