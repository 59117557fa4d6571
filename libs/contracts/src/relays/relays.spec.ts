import { z } from 'zod';
import { connectorRelay, connectorRelaySync } from '../connectors/relays';
import { shownRelayOperation } from './relays';

const ids = {
  operationId: 'op_1',
  merchantId: 'acme_1',
  profileId: 'pro_1',
  relayId: 'relay_7hQKZ5v1mXcB2nR8tY0L',
  account: { merchantConnectorId: 'mca_1', connector: 'adyen_test' },
  reference: 'goodwill-17',
};
const amount = { type: 'unreferenced_refund', money: { amount: 600, currency: 'USD' } };
const recipient = { maskedNumber: '424242******4242', expiryMonth: '10', expiryYear: '2035' };
const shown = { ...amount, customerId: 'customer_1001', recipient };
const operation = { ...shown, sealedRecipient: { reference: 'data_1', sealed: 'a.seal.for.the.workers' } };

/** What a receiver has of a message. */
const received = (schema: z.ZodType, sent: unknown): unknown =>
  z.encode(schema, z.decode(schema, sent as never) as never);

it('the command of a refund without a charge carries its sealed card', () =>
  expect(received(connectorRelay.schema, { ...ids, operation })).toEqual({ ...ids, operation }));

it('the command without its sealed card is unreadable', () =>
  expect(connectorRelay.schema.safeParse({ ...ids, operation: shown }).success).toBe(false));

it.each([
  ['a sync', connectorRelaySync.schema, { ...ids, connectorReference: null, round: 2 }, amount],
  ['a row', z.object({ operation: shownRelayOperation }), {}, shown],
])('%s has no seal of the card, whatever it is given', (_, schema, more, left) =>
  expect(received(schema, { ...more, operation })).toEqual({ ...more, operation: left }),
);
