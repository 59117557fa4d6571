import type { MerchantId, RelayId } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import {
  keyOfKind,
  merchantConnectorId,
  merchantId,
  minorUnitsWire,
  moneyWire,
  profileId,
  relayId,
} from '@payorch/values';
import { sealedData } from '@payorch/values';
import { currencyWire } from '@payorch/values';
import { topics } from '../messages/topics';

/** The statuses of a relay on the interface that this service uses: a relay is sent when it is created. */
export const relayStatus = z.enum(['pending', 'success', 'failure']);
export type RelayStatus = z.infer<typeof relayStatus>;

/** The operations that a relay may request of a processor, by their names in the interface. */
export const relayTypes = ['refund', 'capture', 'incremental_authorization', 'void', 'unreferenced_refund'] as const;
export const relayType = z.enum(relayTypes);
export type RelayType = z.infer<typeof relayType>;

/**
 * The operations on an object of the processor. capture: `money` of an authorization of `authorized`.
 * incremental_authorization: `money` is the new total. void: the whole authorization; the merchant's amount is only shown.
 */
const onObject = [
  z.object({ type: z.literal('refund'), money: moneyWire, reason: z.string().nullable() }),
  z.object({
    type: z.literal('capture'),
    money: moneyWire,
    authorized: moneyWire,
    captureMethod: z.literal('manual').nullable(),
  }),
  z.object({ type: z.literal('incremental_authorization'), money: moneyWire, additional: minorUnitsWire }),
  z.object({
    type: z.literal('void'),
    amount: minorUnitsWire,
    currency: currencyWire.nullable(),
    reason: z.string().nullable(),
  }),
] as const;

/** A refund without a charge. */
const unreferencedRefund = { type: z.literal('unreferenced_refund'), money: moneyWire };

/** What is stored and shown of the card that receives the money: neither its whole number nor its holder. */
export const shownRecipient = z.object({ maskedNumber: z.string(), expiryMonth: z.string(), expiryYear: z.string() });
export type ShownRecipient = z.infer<typeof shownRecipient>;

const shownRefund = { ...unreferencedRefund, customerId: z.string(), recipient: shownRecipient };

/** The requested operation, as it is executed. Only a connector worker opens `sealedRecipient`. */
export const relayOperation = z.discriminatedUnion('type', [
  ...onObject,
  z.object({ ...shownRefund, sealedRecipient: sealedData }),
]);
export type RelayOperation = z.infer<typeof relayOperation>;

/** The requested operation, as it is stored and shown. */
export const shownRelayOperation = z.discriminatedUnion('type', [...onObject, z.object(shownRefund)]);
export type ShownRelayOperation = z.infer<typeof shownRelayOperation>;

/** The requested operation, as a sync looks it up: no lookup needs the card. */
export const syncedRelayOperation = z.discriminatedUnion('type', [...onObject, z.object(unreferencedRefund)]);
export type SyncedRelayOperation = z.infer<typeof syncedRelayOperation>;

const about = { merchantId, relayId };

export const relayKey = (m: { readonly merchantId: MerchantId; readonly relayId: RelayId }): string =>
  keyOfKind('relays', m.merchantId, m.relayId);

const command = <Data extends { merchantId: MerchantId; relayId: RelayId }, const Type extends string>(
  type: Type,
  data: z.ZodType<Data>,
) => defineMessage({ topic: topics.paymentsCommands.name, type, version: 1, kind: 'command', key: relayKey, data });

/**
 * Requests an operation on an object of the processor that did not go through this service: `reference` is the processor's
 * id of that object. Reply: the relay in the form of the interface.
 */
export const relayCreate = command(
  'relay.create',
  z.object({ ...about, profileId, merchantConnectorId, reference: z.string().min(1), operation: relayOperation }),
);

/** `force_sync`: syncs with the processor while the outcome is open, then replies with the relay. */
export const relaySync = command('relay.sync', z.object(about));

/** Checks the result of a command whose reply timed out, as `payment.check` does. */
export const relayCheck = command('relay.check', z.object(about));

/** Reads a relay. Reply: the relay in the form of the interface. */
export const relayGet = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'relay.get',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object(about),
});
