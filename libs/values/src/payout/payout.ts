import { z } from 'zod';
import { merchantId, operationId, payoutAttemptId, payoutId, profileId } from '../ids';

/** Where a payout goes, by its name in the interface. */
export const payoutType = z.enum(['card', 'bank', 'wallet']);
export type PayoutType = z.infer<typeof payoutType>;

export const payoutEntityType = z.enum([
  'Individual',
  'Company',
  'NonProfit',
  'PublicSector',
  'NaturalPerson',
  'lowercase',
  'Personal',
]);
export type PayoutEntityType = z.infer<typeof payoutEntityType>;

export const payoutPriority = z.enum(['instant', 'fast', 'regular', 'wire', 'cross_border', 'internal']);
export type PayoutPriority = z.infer<typeof payoutPriority>;

/** The statuses of a payout on the interface. */
export const payoutStatus = z.enum([
  'success',
  'failed',
  'cancelled',
  'initiated',
  'expired',
  'reversed',
  'pending',
  'ineligible',
  'requires_creation',
  'requires_confirmation',
  'requires_payout_method_data',
  'requires_fulfillment',
  'requires_vendor_account_creation',
]);
export type PayoutStatus = z.infer<typeof payoutStatus>;

/** The ids that every command about an operation of a payout carries, and every result. */
export const payoutOperationIds = { operationId, merchantId, profileId, payoutId, payoutAttemptId };

/** Who receives a payout; each value is null where it is not known. */
export const payoutCustomer = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  phoneCountryCode: z.string().nullable(),
});
export type PayoutCustomer = z.infer<typeof payoutCustomer>;
