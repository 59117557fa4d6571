import { jobIdOf } from '@payorch/platform/jobs';
import { WaitingObjects } from '@payorch/platform/operators';
import { oneOf } from '@payorch/platform/postgres';
import { openStates, type RefundState } from '../domain/refund.machine';
import { refundsDueJob } from '../persistence/jobs';

const isIn = (state: RefundState): string => `o.state = '${state}'`;

/** The refunds without an outcome. A payment has one job for all of its refunds. */
export const waiting = new WaitingObjects({
  open: `
    SELECT 'refund' AS object, merchant_id, refund_id AS id, payment_id, attempt_id, refund_id AS incident_of, connector,
      merchant_connector_id, state, 'refund' AS operation, modified_at AS since,
      '${jobIdOf(refundsDueJob.type, '')}' || merchant_id || '/' || payment_id AS job, body ->> 'dueAt' AS due_at
    FROM refunds WHERE ${oneOf('state', openStates)}`,
  incidentOf: 'refund_id',
  waitsFor: [
    ['operator', isIn('manual_review')],
    ['schedule', isIn('scheduled')],
  ],
});
