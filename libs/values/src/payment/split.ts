import { z } from 'zod';
import { minorUnitsWire } from '../money';

/**
 * How a processor splits a payment. direct: the charge belongs to the connected account, and every later call about it names
 * that account. destination: the charge belongs to the merchant's account, and its amount is transferred to the connected
 * account. `applicationFee` goes to the merchant's account, in minor units of the payment's currency.
 */
export const split = z.object({
  chargeType: z.enum(['direct', 'destination']),
  applicationFee: minorUnitsWire,
  connectedAccount: z.string(),
  /** The account whose country and statement descriptor apply; a direct charge has none. */
  onBehalfOf: z.string().nullable(),
});
export type Split = z.infer<typeof split>;

/** The account at the processor that a call names, besides the account of its credentials; absent: none. */
export const connectedAccount = z.string().optional();

/** The connected account that every call about the payment names: that of a direct charge. */
export const namedAccountOf = (split: Split | null | undefined): { readonly connectedAccount?: string } =>
  split?.chargeType === 'direct' ? { connectedAccount: split.connectedAccount } : {};
