import type { MerchantId } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { customerId, jsonObject, keyOfKind, merchantId, timestamp } from '@payorch/values';
import { topics } from '../messages/topics';

const about = { merchantId, customerId };
const text = z.string().nullable().optional();

const command = <Data extends { merchantId: MerchantId; customerId: string }, const Type extends string>(
  type: Type,
  data: z.ZodType<Data>,
) =>
  defineMessage({
    topic: topics.paymentsCommands.name,
    type,
    version: 1,
    kind: 'command',
    data,
    key: (m) => keyOfKind('customers', m.merchantId, m.customerId),
  });

/** The fields of a request for a customer; absent: not sent. Address and document are as the interface has them. */
export const customerFields = z.object({
  name: text,
  email: text,
  phone: text,
  phoneCountryCode: text,
  description: text,
  taxRegistrationId: text,
  address: jsonObject.nullable().optional(),
  documentDetails: jsonObject.nullable().optional(),
  metadata: jsonObject.nullable().optional(),
});
export type CustomerFields = z.infer<typeof customerFields>;

/** Creates a customer. Reply: the customer in the form of the interface. */
export const customerCreate = command('customer.create', z.object({ ...about, fields: customerFields }));

/** Changes the fields that the request sends; null erases one. Reply: the customer in the form of the interface. */
export const customerUpdate = command('customer.update', z.object({ ...about, fields: customerFields }));

/**
 * Erases the customer's personal data and saved payment methods; payments and mandates remain, without the customer's
 * data. Refused while a mandate is active. Reply: what was deleted, in the form of the interface.
 */
export const customerDelete = command('customer.delete', z.object(about));

/**
 * Checks the result of a command whose reply timed out, as `payment.check` does. `deletion`: the command was
 * `customer.delete`, whose reply differs.
 */
export const customerCheck = command('customer.check', z.object({ ...about, deletion: z.boolean().optional() }));

/**
 * Says whether the customer is deleted, after every earlier command about it. Reply: `deleted`. The gateway asks before it
 * erases what it stores itself.
 */
export const customerCheckDeletion = command('customer.check_deletion', z.object(about));
export interface CustomerDeletion {
  readonly deleted: boolean;
}

/** Reads a customer. Reply: the customer in the form of the interface. */
export const customerGet = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'customer.get',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object(about),
});

const count = z.int().min(0);

/**
 * Lists a merchant's customers, the newest first. Reply: the customers in the form of the interface; with `counted`
 * also their number and the number of all that match.
 */
export const customerList = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'customer.list',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({
    merchantId,
    customerId: customerId.nullable(),
    limit: count,
    offset: count,
    counted: z.boolean(),
    createdFrom: timestamp.nullable(),
    createdTo: timestamp.nullable(),
  }),
});
