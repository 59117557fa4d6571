import { keyOf, type MerchantId } from '@payorch/kernel';
import { accountRef, connectedAccount, keyOfPayout, operationIds } from '@payorch/values';
import { topics } from '../messages/topics';

/** Topic, key and version of a command to a worker. */
export const toConnector = {
  topic: topics.connectorCommands.name,
  key: (m: { readonly merchantId: MerchantId; readonly paymentId: string }) => keyOf(m.merchantId, m.paymentId),
  version: 1,
  kind: 'command',
} as const;

/** What every command about an operation names: the account, and the connected account of a direct charge. */
export const atProcessor = { ...operationIds, account: accountRef, connectedAccount };

/** The same for a step of a payout. */
export const toConnectorOfPayout = { ...toConnector, key: keyOfPayout } as const;
