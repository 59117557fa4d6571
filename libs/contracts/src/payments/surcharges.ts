import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { jsonObject, merchantId, paymentId } from '@payorch/values';
import { caller } from './commands';
import { topics } from '../messages/topics';

/** A payment method that a customer may choose; null: no type, or no card network. */
export const choosableMethod = z.object({
  paymentMethod: z.string(),
  paymentMethodType: z.string().nullable(),
  cardNetwork: z.string().nullable(),
});
export type ChoosableMethod = z.infer<typeof choosableMethod>;

/** A surcharge of the merchant's rules in the form of the interface; null: none. */
export const shownSurcharge = jsonObject.nullable();
export type ShownSurcharge = z.infer<typeof shownSurcharge>;

/** Asks for the surcharges that a confirmation of the payment with each of these payment methods would have. Reply: `paymentSurchargesShown`. */
export const paymentSurcharges = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.surcharges',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, paymentId, caller, methods: z.array(choosableMethod) }),
});

/** Reply to `payment.surcharges`, in the order of the payment methods. */
export const paymentSurchargesShown = z.object({
  surcharges: z.array(shownSurcharge),
  /** Whether the checkout shows surcharges on a screen of their own. */
  showsIndividually: z.boolean(),
});
export type PaymentSurchargesShown = z.infer<typeof paymentSurchargesShown>;
