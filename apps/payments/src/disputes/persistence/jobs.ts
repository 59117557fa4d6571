import { disputeId, disputeKey, merchantId } from '@payorch/contracts';
import { defineJob } from '@payorch/platform/jobs';
import { z } from 'zod';

/** A sync of the merchant's answer is due. */
export const answerSyncDueJob = defineJob('dispute.sync_due', z.object({ merchantId, disputeId }), disputeKey);
