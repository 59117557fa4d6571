import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { moneyWire, publicFields, relayId } from '@payorch/values';
import { relayKey, relayStatus, relayType } from './relays';
import { topics } from '../messages/topics';

const { merchantId, profileId, version, occurredAt, createdAt, connector, merchantConnectorId, errorCode } =
  publicFields;

/**
 * One event for every version of a relay, in order within its key. A subscriber ignores an event whose version is not newer
 * than the version it has.
 */
const relayEvent = z.object({
  merchantId,
  profileId,
  relayId: relayId.describe('The relay.'),
  version,
  occurredAt,
  createdAt,
  type: relayType.describe('The requested operation.'),
  status: relayStatus.describe('The status of the relay at this version.'),
  money: moneyWire.nullable().describe('The requested amount; null: a void, which concerns the whole authorization.'),
  connector,
  merchantConnectorId,
  connectorResourceId: z.string().describe('The processor’s id of the object that the operation concerns.'),
  connectorReferenceId: z
    .string()
    .nullable()
    .describe('The processor’s id of the operation; null until the processor returns one.'),
  errorCode,
});
export type RelayEvent = z.infer<typeof relayEvent>;

const lifecycle = <const Type extends string>(type: Type, description: string) =>
  defineMessage({
    topic: topics.relaysLifecycle.name,
    type,
    version: 1,
    kind: 'event',
    description,
    key: relayKey,
    data: relayEvent,
  });

export const relayCreated = lifecycle(
  'relay.created',
  'The merchant requested an operation, and it is on its way to the processor.',
);
export const relayUpdated = lifecycle(
  'relay.updated',
  'A change without a new status: a sync, or another amount than requested.',
);
export const relaySucceeded = lifecycle('relay.succeeded', 'The processor executed the operation; status `success`.');
export const relayFailed = lifecycle(
  'relay.failed',
  'The processor declined the operation; status `failure`. Also published after `relay.succeeded`, if the processor could not pay out an accepted refund.',
);
