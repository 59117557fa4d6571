import { z } from 'zod';
import { amount, idOf, seconds, text } from './wire';

/** A dispute of a charge. `payment_intent` is absent for charges that were made without one. */
export const dispute = z.object({
  id: z.string().min(1),
  object: z.literal('dispute'),
  amount,
  currency: z.string(),
  status: z.string(),
  charge: idOf,
  payment_intent: idOf,
  created: seconds,
  is_charge_refundable: z.boolean(),
  reason: text,
  evidence_details: z
    .object({ due_by: seconds.nullish().catch(null) })
    .nullish()
    .catch(null),
  payment_method_details: z
    .object({ card: z.object({ network_reason_code: text }).nullish() })
    .nullish()
    .catch(null),
});
export type WireDispute = z.infer<typeof dispute>;
