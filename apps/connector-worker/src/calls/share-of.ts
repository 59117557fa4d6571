import type { MessageDefinition } from '@payorch/contracts';
import {
  connectorAuthenticationStep,
  connectorAuthenticationSync,
  connectorDisputeRead,
  connectorDisputesFetch,
  connectorDisputeSync,
  connectorMandateSync,
  connectorPayoutSync,
  connectorRecordsFetch,
  connectorRefundSync,
  connectorRelaySync,
  connectorSync,
  connectorWebhookReceived,
  operationCommands,
  payoutCommands,
} from '@payorch/contracts';
import { flowOf, lookupFlows } from '@payorch/connector-kit';
import { declarationOf, operationNames } from '@payorch/operations';
import type { Share } from '@payorch/platform/http';

const syncs = [
  connectorSync,
  connectorRefundSync,
  connectorMandateSync,
  connectorDisputeSync,
  connectorDisputeRead,
  connectorRelaySync,
  connectorAuthenticationSync,
  connectorPayoutSync,
];
const shares = new Map<string, Share | undefined>([
  [connectorWebhookReceived.type, undefined],
  // Their callers wait for the answer for seconds only, and they have no place in the queue of operations.
  [connectorDisputesFetch.type, undefined],
  [connectorRecordsFetch.type, undefined],
  // A customer waits for an authentication as for a charge.
  [connectorAuthenticationStep.type, 'charge'],
  ...Object.entries({ ...operationCommands, ...payoutCommands }).map(
    ([name, { type }]) => [type, declarationOf(name as never).share] as const,
  ),
  ...syncs.map(({ type }) => [type, 'sync'] as const),
]);

/** The share of a connector account's places that a message needs; undefined for a message that calls no processor. */
export const shareOf = ({ type }: Pick<MessageDefinition, 'type'>): Share | undefined =>
  shares.has(type) ? shares.get(type) : 'follow_up';

const flowShares: ReadonlyMap<string, Share> = new Map<string, Share>([
  ...operationNames.map((name) => [flowOf(name), declarationOf(name).share] as const),
  ['setup', 'charge'],
  ...lookupFlows.map((flow) => [flow, 'sync'] as const),
]);

/** The share whose breaker counts a call of this flow. A preliminary is named after its flow: `authorize/customer`. */
export function shareOfFlow(flow: string): Share {
  const [name = flow] = flow.split('/');
  return flowShares.get(name) ?? 'follow_up';
}
