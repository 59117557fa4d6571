import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { merchantId, paymentId, sealedCard } from '@payorch/values';
import { caller } from './commands';
import { shownSurcharge } from './surcharges';
import { topics } from '../messages/topics';

/** What the blocklist and the rules of a profile read of a card: nothing that could be charged. */
export const cardToJudge = sealedCard
  .pick({ bin: true, extendedBin: true, fingerprint: true, facts: true })
  // Surcharges differ by network. Absent in queries of before the field.
  .extend({ network: z.string().nullable().optional() });
export type CardToJudge = z.infer<typeof cardToJudge>;

/** The payment method that a checkout intends to confirm with. */
export const methodToJudge = z.object({
  paymentMethod: z.string(),
  /** Absent in queries of before the field, and where the checkout does not name it. */
  paymentMethodType: z.string().optional(),
  /** The card that the customer entered; null: none, or another payment method. */
  card: cardToJudge.nullable(),
  /** Whether the card in a wallet is a credit or a debit card; null where the wallet does not say so. */
  walletCardType: z.string().nullable(),
  /** Whether the customer entered data; else a saved payment method or that of the payment is meant. */
  isNew: z.boolean(),
  /** The token of a saved payment method. */
  paymentToken: z.string().nullable(),
});
export type MethodToJudge = z.infer<typeof methodToJudge>;

/**
 * Asks whether the merchant's blocklist or the rules of the profile would block the confirmation of a payment with this
 * payment method. Reply: `paymentMethodJudged`.
 */
export const paymentJudgeMethod = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.judge_method',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, paymentId, caller, method: methodToJudge }),
});

/** Reply to `payment.judge_method`: why the confirmation would be refused; null where neither blocks it. */
export const paymentMethodJudged = z.object({
  refusedBecause: z.string().nullable(),
  /** What the merchant's rules add for the payment method. Absent in replies of before the field. */
  surcharge: shownSurcharge.optional(),
});
