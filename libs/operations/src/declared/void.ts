import { allKeysRequired } from '@payorch/values';
import { z } from 'zod';
import { declare } from '../declare';

/** Voids an authorization. */
export const voidAuthorization = declare('void', {
  owner: 'payment',
  facts: { reference: z.string(), reason: z.string().nullable() },
  internal: { allKeysRequired },
  lookup: { flow: 'sync', by: 'given' },
  cases: ['success', 'refusal', 'unseen_status', 'fault'],
  sample: { reference: 'ref_sample', reason: 'requested_by_customer' },
});
