import { customerId, keyOfKind, publicFields } from '@payorch/values';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { topics } from '../messages/topics';

const { merchantId, version, occurredAt, createdAt } = publicFields;

/**
 * One event for every change of a customer, in order within its key. A subscriber ignores an event whose version is not newer
 * than the version it has. What is known of the person is in no event.
 */
const customerEvent = z.object({
  merchantId,
  customerId: customerId.describe(
    'The customer, by the merchant’s id. An id that looks like a card number shows its last four digits alone.',
  ),
  version,
  occurredAt,
  createdAt,
  status: z
    .enum(['active', 'deleted'])
    .describe('Whether the customer is deleted: the personal data is erased then, and the id is never used again.'),
  defaultPaymentMethodId: z
    .string()
    .nullable()
    .describe('The saved payment method that is charged where none is named; null: none.'),
});
export type CustomerEvent = z.infer<typeof customerEvent>;

const lifecycle = <const Type extends string>(type: Type, description: string) =>
  defineMessage({
    topic: topics.customersLifecycle.name,
    type,
    version: 1,
    kind: 'event',
    description,
    key: (m: CustomerEvent) => keyOfKind('customers', m.merchantId, m.customerId),
    data: customerEvent,
  });

export const customerCreated = lifecycle(
  'customer.created',
  'A customer was created, by the merchant or with a payment or payout.',
);
export const customerUpdated = lifecycle(
  'customer.updated',
  'A field of the customer changed, which no event carries, or the default payment method.',
);
export const customerDeleted = lifecycle(
  'customer.deleted',
  'The customer was deleted; status `deleted`. Its saved payment methods end with events of their own.',
);
