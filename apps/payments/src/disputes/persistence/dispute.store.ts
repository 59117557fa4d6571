import { disputeKey } from '@payorch/contracts';
import { incidentWrites, type OpenedIncident } from '@payorch/platform/incidents';
import { oneOf, type Statement } from '@payorch/platform/postgres';
import { ResourceStore, scheduleMissing } from '@payorch/platform/resources';
import type { Change } from '@payorch/platform/shell';
import { openAnswerStates } from '../domain/answer.machine';
import type { Dispute } from '../domain/dispute';
import { disputeFromRow, disputeToRow } from './dispute.mapper';
import { DisputeRow } from './dispute.rows';
import { answerSyncDueJob } from './jobs';

/** Disputes as aggregates of their own: a notice locks no payment. */
export class DisputeStore extends ResourceStore<Dispute, DisputeRow> {
  constructor() {
    super(DisputeRow, { keyOf: disputeKey, toRow: disputeToRow, fromRow: disputeFromRow });
  }

  override writes(changes: readonly Change<Dispute>[]): readonly Statement[] {
    return [...super.writes(changes), ...incidentWrites(changes.flatMap(openedBy))];
  }
}

/** An incident of a dispute has its id in place of the attempt's. */
const openedBy = ({ before, after }: Change<Dispute>): OpenedIncident[] =>
  after.incidents
    .filter((kind) => !before?.incidents.includes(kind))
    .map((kind) => ({
      merchant_id: after.merchantId,
      attempt_id: after.disputeId,
      payment_id: after.paymentId,
      kind,
    }));

export const scheduleMissingAnswerSyncs = scheduleMissing(DisputeRow, {
  job: answerSyncDueJob,
  open: oneOf('answer', openAnswerStates),
});
