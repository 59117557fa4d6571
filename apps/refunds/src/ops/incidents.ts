import { incidentsOf } from '@payorch/platform/incidents';
import { isOpen, type RefundState } from '../domain/refund.machine';

/** Incidents of refunds. */
export const incidents = incidentsOf<RefundState>({
  object: 'refund',
  table: 'refunds',
  id: 'refund_id',
  stillNeeds: (state, id) => (isOpen(state) ? `PUT /refunds/${id}/manual-update` : null),
});
