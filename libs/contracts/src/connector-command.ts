import { keyOf, type MerchantId } from '@payorch/kernel';
import { z } from 'zod';
import { accountRef, connectedAccount, operationIds } from './parts';
import { topics } from './topics';

/** true: the outcome carries the processor's raw response, masked. */
export const allKeysRequired = z.boolean().optional();

/** Topic, key and version of a command to a worker. */
export const toConnector = {
  topic: topics.connectorCommands.name,
  key: (m: { readonly merchantId: MerchantId; readonly paymentId: string }) => keyOf(m.merchantId, m.paymentId),
  version: 1,
  kind: 'command',
} as const;

/** What every command about an earlier operation names: the account, and the connected account of a direct charge. */
export const atProcessor = { ...operationIds, account: accountRef, connectedAccount };
