import { minorUnitsFromJson } from '@payorch/kernel';
import { z } from 'zod';
import type { Split } from '@payorch/values';

/** Stripe's ids of accounts. The id becomes a header of calls, so nothing else may pass. */
const accountId = z.string().regex(/^[A-Za-z0-9_]{1,255}$/);
const chargeType = z.enum(['direct', 'destination']);

/** `stripe_split_payment`. The charge type is a word, or that word under the processor's name, as the interface documents it. */
const stripeSplit = z.object({
  charge_type: z.union([chargeType, z.strictObject({ Stripe: chargeType }).transform(({ Stripe }) => Stripe)]),
  application_fees: z.int().min(0),
  transfer_account_id: accountId,
  on_behalf_of: accountId.nullish(),
});

export type ReadSplit =
  | { readonly kind: 'none' }
  | { readonly kind: 'split'; readonly split: Split }
  /** The processor is to split the payment in a form that no connector has. */
  | { readonly kind: 'other' }
  /** The field whose value no split can have. */
  | { readonly kind: 'wrong'; readonly field: string; readonly allowed: string };

const path = 'split_payments.stripe_split_payment';

const accountIds = '1 to 255 letters, digits and _';
/** What is allowed in each field of `stripe_split_payment`. */
const allowedIn = {
  charge_type: chargeType.options.join(', '),
  application_fees: 'a whole number, 0 or more',
  transfer_account_id: accountIds,
  on_behalf_of: accountIds,
} as const satisfies Record<keyof typeof stripeSplit.shape, string>;

const wrong = (name: keyof typeof allowedIn, allowed: string = allowedIn[name]): ReadSplit => ({
  kind: 'wrong',
  field: `${path}.${name}`,
  allowed,
});

/** Reads `split_payments` of a request, or as it was stored. */
export function readSplit(value: unknown): ReadSplit {
  if (typeof value !== 'object' || value === null) return { kind: 'none' };
  const stripe = (value as Readonly<Record<string, unknown>>)['stripe_split_payment'];
  if (typeof stripe !== 'object' || stripe === null) return { kind: 'other' };
  const read = stripeSplit.safeParse(stripe);
  if (!read.success) return wrong(read.error.issues[0]?.path[0] as keyof typeof allowedIn);
  const { charge_type, application_fees, transfer_account_id, on_behalf_of } = read.data;
  // Stripe settles a direct charge on its own account, so it takes no other account there.
  if (charge_type === 'direct' && on_behalf_of) return wrong('on_behalf_of', 'no value for a direct charge');
  const split: Split = {
    chargeType: charge_type,
    applicationFee: minorUnitsFromJson(application_fees),
    connectedAccount: transfer_account_id,
    onBehalfOf: on_behalf_of ?? null,
  };
  return { kind: 'split', split };
}

export const splitField = path;
