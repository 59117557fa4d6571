import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { accountRef, connectedAccount, operationIds } from './parts';
import { connectorCommandsTopic, topics } from './topics';

/** true: the outcome carries the processor's raw response, masked. */
export const allKeysRequired = z.boolean().optional();

type ToConnector = { account: { connector: string }; merchantId: Parameters<typeof keyOf>[0]; paymentId: string };

/** Topic, key and version of a command to a worker. */
export const toConnector = {
  topic: topics.connectorCommands.name,
  topicOf: (m: ToConnector) => connectorCommandsTopic(m.account.connector),
  key: (m: ToConnector) => keyOf(m.merchantId, m.paymentId),
  version: 1,
  kind: 'command',
} as const;

/** What every command about an earlier operation names: the account, and the connected account of a direct charge. */
export const atProcessor = { ...operationIds, account: accountRef, connectedAccount };
