import { z } from 'zod';

/** Acme Pay's charge, paid or not. */
export const charge = z.object({
  id: z.string().min(1),
  status: z.string(),
  /** Our operation id. */
  reference: z.string(),
  /** In major units: "65.40". */
  amount: z.string(),
  currency: z.string(),
  decline: z.object({ code: z.string(), message: z.string() }).nullish(),
});
export type Charge = z.infer<typeof charge>;

export const refusal = z.object({ error: z.object({ code: z.string() }) });
