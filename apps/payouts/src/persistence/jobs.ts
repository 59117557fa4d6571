import { keyOfPayout, merchantId, payoutId } from '@payorch/contracts';
import { defineJob } from '@payorch/platform/jobs';
import { z } from 'zod';

/** An outcome of the payout's operation is due: it is asked for again, or looked up at the processor. */
export const payoutDueJob = defineJob('payout.due', z.object({ merchantId, payoutId }), keyOfPayout);
