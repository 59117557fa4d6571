import { z } from 'zod';
import { amount, idOf, metadata, text } from './wire';

export const transfer = z.object({
  id: z.string().min(1),
  object: z.literal('transfer'),
  amount,
  currency: z.string(),
  reversed: z.boolean(),
  reversals: z
    .object({ data: z.array(z.object({ metadata })) })
    .nullish()
    .catch(null),
  metadata,
});
export type Transfer = z.infer<typeof transfer>;

export const reversal = z.object({
  id: z.string().min(1),
  object: z.literal('transfer_reversal'),
  amount,
  currency: z.string(),
  transfer: idOf,
});
export type Reversal = z.infer<typeof reversal>;

/** Negative where it takes money back from a bank, as the reversal of another payout does. */
const signedAmount = z.int();

export const payout = z.object({
  id: z.string().min(1),
  object: z.literal('payout'),
  amount: signedAmount,
  currency: z.string(),
  status: z.string(),
  failure_code: text,
  failure_message: text,
  reversed_by: idOf.catch(null),
  metadata,
});
export type Payout = z.infer<typeof payout>;

const external = { id: z.string().min(1), object: z.enum(['bank_account', 'card']), metadata };

/** A connected account. It may be paid once its transfers are active and its payouts enabled. */
export const recipient = z.object({
  id: z.string().min(1),
  object: z.literal('account'),
  capabilities: z.object({ transfers: text }).nullish(),
  payouts_enabled: z.boolean().nullish(),
  requirements: z.object({ disabled_reason: text }).nullish().catch(null),
  external_accounts: z.object({ data: z.array(z.object(external)), has_more: z.boolean() }).nullish(),
});
export type Recipient = z.infer<typeof recipient>;

/** `account`: the connected account, expanded where Stripe shows it. */
export const externalAccount = z.object({ ...external, account: z.union([recipient, z.string()]).nullish() });
export type ExternalAccount = z.infer<typeof externalAccount>;
