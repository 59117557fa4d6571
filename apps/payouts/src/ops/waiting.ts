import { jobIdOf } from '@payorch/platform/jobs';
import { WaitingObjects } from '@payorch/platform/operators';
import { oneOf } from '@payorch/platform/postgres';
import type { PayoutState } from '../domain/payout.machine';
import { cancellingStates, openStates } from '../domain/payout-states';
import { payoutDueJob } from '../persistence/jobs';

const isIn = (state: PayoutState): string => `o.state = '${state}'`;

/** Before routing has chosen the account, the route itself is awaited. */
const operation = `CASE WHEN ${oneOf('state', cancellingStates)} THEN 'payout_cancel'
  ELSE coalesce(body -> 'facts' -> 'attempt' ->> 'step', 'route') END`;

/** The payouts without an outcome. */
export const waiting = new WaitingObjects({
  open: `
    SELECT 'payout' AS object, merchant_id, payout_id AS id, NULL AS payment_id, body -> 'facts' -> 'attempt' ->> 'id' AS attempt_id,
      payout_id AS incident_of, connector, merchant_connector_id, state, ${operation} AS operation, modified_at AS since,
      '${jobIdOf(payoutDueJob.type, '')}' || merchant_id || '/' || payout_id AS job, NULL AS due_at
    FROM payouts WHERE ${oneOf('state', openStates)}`,
  incidentOf: 'payout_id',
  waitsFor: [
    ['operator', isIn('manual_review')],
    ['customer', isIn('requires_vendor_account_creation')],
    ['worker', isIn('routing')],
  ],
});
