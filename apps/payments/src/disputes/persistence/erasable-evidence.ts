import type { DisputeId, MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { openAnswerStates } from '../domain/answer.machine';
import { openDisputeStatuses } from '@payorch/contracts';

/** The payment has lost the customer's data, the dispute is closed, and no answer is under way whose files a worker may still read. */
const erasable = `
  SELECT d.dispute_id FROM disputes d JOIN intents i USING (merchant_id, payment_id)
  WHERE d.merchant_id = $1 AND d.dispute_id = ANY($2::text[]) AND i.body ->> 'isRedacted' = 'true'
    AND d.status <> ALL($3::text[]) AND (d.answer IS NULL OR d.answer <> ALL($4::text[]))`;

/** Those of the disputes whose evidence nothing needs any more, and whose customer is deleted. */
export async function findErasable(
  sql: Sql,
  merchantId: MerchantId,
  disputeIds: readonly DisputeId[],
): Promise<DisputeId[]> {
  const params = [merchantId, disputeIds, openDisputeStatuses, openAnswerStates];
  const rows = await sql.query<{ dispute_id: DisputeId }>(erasable, params);
  return rows.map(({ dispute_id }) => dispute_id);
}
