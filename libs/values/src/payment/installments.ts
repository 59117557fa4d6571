import { z } from 'zod';

/** How often an installment is due, by its names in the interface. */
export const billingFrequency = z.enum(['month']);
export type BillingFrequency = z.infer<typeof billingFrequency>;

/** The plan of one authorization, as processors get it. */
export const installments = z.object({ count: z.int().min(1), frequency: billingFrequency });
export type Installments = z.infer<typeof installments>;
