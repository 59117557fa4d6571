import { mandateKey, merchantId } from '@payorch/contracts';
import { defineJob } from '@payorch/platform/jobs';
import { z } from 'zod';

/** A sync of the mandate's revocation is due. */
export const revocationSyncDue = defineJob(
  'mandate.revocation_sync_due',
  z.object({ merchantId, mandateId: z.string() }),
  mandateKey,
);
