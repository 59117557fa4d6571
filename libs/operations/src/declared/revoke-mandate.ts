import { z } from 'zod';
import { declare } from '../declare';

/** Revokes a mandate. `reference` is the processor's id of the saved payment method, which it charges no more. */
export const revokeMandate = declare('revoke_mandate', {
  owner: 'mandate',
  facts: { reference: z.string() },
  internal: { mandateId: z.string() },
  lookup: { flow: 'sync', by: 'given' },
  cases: ['success', 'refusal', 'fault'],
  sample: { reference: 'pm_sample' },
});
