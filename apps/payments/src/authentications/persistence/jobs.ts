import { authenticationId, authenticationKey, merchantId } from '@payorch/contracts';
import { defineJob } from '@payorch/platform/jobs';
import { z } from 'zod';

/** A sync of an authentication without a payment, or the end of its step, is due. */
export const authenticationDueJob = defineJob(
  'authentication.due',
  z.object({ merchantId, authenticationId }),
  authenticationKey,
);
