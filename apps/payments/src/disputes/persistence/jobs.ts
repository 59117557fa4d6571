import { disputeId, disputeKey, merchantId } from '@payorch/contracts';
import { defineJob } from '@payorch/platform/jobs';
import { z } from 'zod';

/** A sync of the merchant's answer is due. */
export const answerSyncDueJob = defineJob('dispute.sync_due', z.object({ merchantId, disputeId }), disputeKey);

/** An open dispute is read at its processor, again and again until it is closed. */
export const disputePollDueJob = defineJob('dispute.poll_due', z.object({ merchantId, disputeId }), disputeKey);
