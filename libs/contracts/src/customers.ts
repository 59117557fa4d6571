import type { MerchantId } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from './define-message';
import { customerId, jsonObject, keyOfKind, merchantId } from './parts';
import { topics } from './topics';

const about = { merchantId, customerId };
const text = z.string().nullable().optional();

const command = <Data extends { merchantId: MerchantId; customerId: string }, const Type extends string>(
  type: Type,
  data: z.ZodType<Data>,
) =>
  defineMessage({
    ...{ topic: topics.paymentsCommands.name, type, version: 1, kind: 'command', data },
    key: (m) => keyOfKind('customers', m.merchantId, m.customerId),
  });

/** The fields of a request for a customer; absent: not sent. Address and document are as the interface has them. */
export const customerFields = z.object({
  ...{ name: text, email: text, phone: text, phoneCountryCode: text, description: text, taxRegistrationId: text },
  address: jsonObject.nullable().optional(),
  documentDetails: jsonObject.nullable().optional(),
  metadata: jsonObject.nullable().optional(),
});
export type CustomerFields = z.infer<typeof customerFields>;

/** Creates a customer. Reply: the customer in the form of the interface. */
export const customerCreate = command('customer.create', z.object({ ...about, fields: customerFields }));

/** Checks the result of a command whose reply timed out, as `payment.check` does. */
export const customerCheck = command('customer.check', z.object(about));

/** Reads a customer. Reply: the customer in the form of the interface. */
export const customerGet = defineMessage({
  ...{ topic: topics.paymentsQueries.name, type: 'customer.get', version: 1, kind: 'query', key: () => null },
  data: z.object(about),
});
