import { customerId, keyOfKind, publicFields } from '@payorch/values';
import { z } from 'zod';
import { paymentMethodTypes } from '../accounts/payment-method-types';
import { defineMessage } from '../messages/define-message';
import { topics } from '../messages/topics';

const { merchantId, version, occurredAt, createdAt } = publicFields;

/**
 * One event for every change of a saved payment method that a subscriber sees, in order within its key: a use counts as a
 * version and has no event. A subscriber ignores an event whose version is not newer than the version it has.
 */
const paymentMethodEvent = z.object({
  merchantId,
  paymentMethodId: z.string().describe('The saved payment method.'),
  customerId: customerId.describe('The customer who saved it, by the merchant’s id.'),
  version,
  occurredAt,
  createdAt,
  status: z
    .enum(['active', 'inactive', 'processing', 'awaiting_data', 'new', 'redacted', 'deleted'])
    .describe(
      'The status of the payment method at this version. `inactive`: it cannot be charged, for example because its customer was deleted. `deleted`: it exists no more.',
    ),
  paymentMethod: z
    .string()
    .nullable()
    // Not a z.enum: an event must not fail because of a payment method that a processor named.
    .meta({ enum: [...Object.keys(paymentMethodTypes), null] })
    .describe('The payment method; null: none is known yet.'),
  paymentMethodType: z
    .string()
    .nullable()
    .describe('The payment method type, for example `credit`; null: none is known.'),
});
export type PaymentMethodEvent = z.infer<typeof paymentMethodEvent>;

const lifecycle = <const Type extends string>(type: Type, description: string) =>
  defineMessage({
    topic: topics.paymentMethodsLifecycle.name,
    type,
    version: 1,
    kind: 'event',
    description,
    key: (m: PaymentMethodEvent) => keyOfKind('payment_methods', m.merchantId, m.paymentMethodId),
    data: paymentMethodEvent,
  });

export const paymentMethodCreated = lifecycle(
  'payment_method.created',
  'A payment method was saved, by the merchant, a payment or a payout; its status may be any.',
);
export const paymentMethodUpdated = lifecycle(
  'payment_method.updated',
  'The status, the kind or the data of a saved payment method changed; no event carries the data.',
);
export const paymentMethodDeleted = lifecycle(
  'payment_method.deleted',
  'The saved payment method was deleted; status `deleted`.',
);
