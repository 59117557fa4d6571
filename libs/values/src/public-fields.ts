import { z } from 'zod';
import { merchantConnectorId, merchantId, paymentId, profileId } from './ids';
import { timestamp } from './json';

/** Fields of public events with their descriptions: JSON Schemas, the AsyncAPI document and the page at `/topics` print them. */
export const publicFields = {
  merchantId: merchantId.describe('The merchant.'),
  profileId: profileId.describe('The business profile of the merchant.'),
  paymentId: paymentId.describe(
    'The payment. An id of the merchant’s choice that looks like a card number shows its last four digits alone.',
  ),
  version: z
    .int()
    .min(1)
    .describe(
      'Counts the changes of the object, from 1. Ignore an event whose version is not greater than the version that you have.',
    ),
  occurredAt: timestamp.describe('When the change happened: ISO 8601, with milliseconds, in UTC.'),
  createdAt: timestamp.describe('When the object was created: ISO 8601, with milliseconds, in UTC.'),
  connector: z.string().describe('The processor, by the name of its connector, for example `stripe`.'),
  merchantConnectorId: merchantConnectorId.describe('The merchant’s account at the processor.'),
  errorCode: z.string().nullable().describe('The processor’s code of the error, without its text; null: no error.'),
};
