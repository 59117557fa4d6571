import { z } from 'zod';
import { defineMessage } from './define-message';
import { merchantConnectorId, merchantId, moneyWire, profileId, relayId, timestamp } from './parts';
import { relayKey, relayStatus, relayType } from './relays';
import { topics } from './topics';

/**
 * One event for every version of a relay, in order within its key. A subscriber ignores an event whose version is not newer
 * than the version it has.
 */
const relayEvent = z.object({
  merchantId,
  profileId,
  relayId,
  version: z.int().min(1),
  occurredAt: timestamp,
  createdAt: timestamp,
  type: relayType,
  status: relayStatus,
  /** The requested amount; null: a void, which concerns the whole authorization. */
  money: moneyWire.nullable(),
  connector: z.string(),
  merchantConnectorId,
  /** The processor's id of the object that the operation concerns. */
  connectorResourceId: z.string(),
  /** The processor's id of the operation; null until the processor returns one. */
  connectorReferenceId: z.string().nullable(),
  errorCode: z.string().nullable(),
});
export type RelayEvent = z.infer<typeof relayEvent>;

const lifecycle = <const Type extends string>(type: Type) =>
  defineMessage({
    ...{ topic: topics.relaysLifecycle.name, type, version: 1, kind: 'event' },
    ...{ key: relayKey, data: relayEvent },
  });

/** The merchant requested an operation, and it is on its way to the processor. */
export const relayCreated = lifecycle('relay.created');
/** A change without a new status: a sync, or another amount than requested. */
export const relayUpdated = lifecycle('relay.updated');
/** The processor executed the operation; status `success`. */
export const relaySucceeded = lifecycle('relay.succeeded');
/** Also published after `relay.succeeded`, if the processor could not pay out an accepted refund. */
export const relayFailed = lifecycle('relay.failed');
