import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { mandateKey, mandateStatus } from './mandates';
import { customerId, minorUnitsWire, moneyWire, publicFields, timestamp } from '@payorch/values';
import { topics } from '../messages/topics';

const { merchantId, profileId, version, occurredAt, createdAt, paymentId, connector, merchantConnectorId } =
  publicFields;

/**
 * One event for every version of a mandate, in order within its key. A subscriber ignores an event whose version is not
 * newer than the version it has.
 */
const mandateEvent = z.object({
  merchantId,
  profileId,
  mandateId: z.string().describe('The mandate.'),
  version,
  occurredAt,
  createdAt,
  status: mandateStatus.describe('The status of the mandate at this version.'),
  customerId: customerId.describe('The customer who gave the mandate, by the merchant’s id.'),
  paymentMethodId: z.string().describe('The saved payment method that the mandate charges.'),
  paymentId: paymentId.describe('The payment that set the mandate up.'),
  use: z.enum(['single_use', 'multi_use']).describe('How often the mandate can be charged.'),
  limit: moneyWire.nullable().describe('The limit of all charges together; null: without a limit.'),
  startDate: timestamp
    .nullable()
    .describe('The mandate can be charged from then on, ISO 8601; null: from the beginning.'),
  endDate: timestamp.nullable().describe('The mandate can be charged until then, ISO 8601; null: without an end.'),
  capturedAmount: minorUnitsWire.describe(
    'The charged amount, in minor units of the currency of `limit` or, without a limit, of the payments.',
  ),
  reservedAmount: minorUnitsWire.describe('The amount reserved for payments under way, in the same minor units.'),
  connector,
  merchantConnectorId,
});
export type MandateEvent = z.infer<typeof mandateEvent>;

const lifecycle = <const Type extends string>(type: Type, description: string) =>
  defineMessage({
    topic: topics.mandatesLifecycle.name,
    type,
    version: 1,
    kind: 'event',
    description,
    key: mandateKey,
    data: mandateEvent,
  });

export const mandateCreated = lifecycle('mandate.created', 'A payment set the mandate up.');
export const mandateUpdated = lifecycle(
  'mandate.updated',
  'An amount was reserved, charged or released; or a revocation began or failed.',
);
export const mandateUsedUp = lifecycle(
  'mandate.used_up',
  'A payment used a single-use mandate: it can be charged no more. Its status is `revoked`.',
);
export const mandateRevoked = lifecycle('mandate.revoked', 'The mandate was revoked: it can be charged no more.');
