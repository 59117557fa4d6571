import * as accounts from '../accounts/accounts.config';
import * as authentications from '../authentications';
import * as blocklist from '../customers/blocklist';
import * as collectLinks from '../links/collect-links';
import * as connectorAuthentications from '../connectors/authentications';
import * as connectorCommands from '../connectors/commands';
import * as connectorDisputes from '../connectors/disputes';
import * as connectorHealth from '../connectors/health';
import * as connectorPayouts from '../connectors/payouts';
import * as connectorQueries from '../connectors/queries';
import * as connectorRelays from '../connectors/relays';
import * as connectorResults from '../connectors/results';
import * as connectorRewraps from '../connectors/rewraps';
import * as connectorTokens from '../connectors/tokens';
import * as connectorWebhookEndpoints from '../connectors/webhook-endpoints';
import * as connectorWebhooks from '../connectors/webhooks';
import * as customers from '../customers/customers';
import * as customersLifecycle from '../customers/customers.lifecycle';
import type { MessageDefinition } from './define-message';
import * as disputes from '../disputes/disputes';
import * as disputesLifecycle from '../disputes/lifecycle';
import * as mandates from '../customers/mandates';
import * as mandatesLifecycle from '../customers/mandates.lifecycle';
import * as ops from '../ops';
import * as paymentLinks from '../links/payment-links';
import * as paymentMethods from '../customers/payment-methods';
import * as paymentMethodsLifecycle from '../customers/payment-methods.lifecycle';
import * as paymentsAuthentication from '../payments/authentication';
import * as paymentsCommands from '../payments/commands';
import * as paymentsEligibility from '../payments/eligibility';
import * as paymentsSurcharges from '../payments/surcharges';
import * as paymentsFollowUps from '../payments/follow-ups';
import * as paymentsLifecycle from '../payments/lifecycle';
import * as paymentsOrders from '../payments/orders';
import * as paymentsQueries from '../payments/queries';
import * as postCaptureVoids from '../payments/post-capture-voids';
import * as payoutsCommands from '../payouts/commands';
import * as payoutsLifecycle from '../payouts/lifecycle';
import * as payoutsQueries from '../payouts/queries';
import * as reconciliation from '../reconciliation/records';
import * as refundsCommands from '../refunds/commands';
import * as refundsLifecycle from '../refunds/lifecycle';
import * as refundsQueries from '../refunds/queries';
import * as refundsSnapshots from '../refunds/snapshots';
import * as relays from '../relays/relays';
import * as relaysLifecycle from '../relays/lifecycle';
import * as routing from '../routing/route';
import * as payoutRoute from '../routing/payout-route';
import * as routingAlgorithms from '../routing/algorithms';
import * as routingEvaluations from '../routing/evaluations';
import * as routingSettings from '../routing/settings';
import { topics, type TopicSpec } from './topics';
import * as webhooksEventQueries from '../webhooks/event-queries';
import * as webhooksQueries from '../webhooks/queries';
import * as webhooksRequests from '../webhooks/requests';

const isDefinition = (value: unknown): value is MessageDefinition =>
  typeof value === 'object' && value !== null && 'keyOf' in value && 'schema' in value;

/** The names of the topics that subscribers read. */
export const publicTopics: readonly string[] = Object.values<TopicSpec>(topics)
  .filter(({ visibility }) => visibility === 'public')
  .map(({ name }) => name);

/** All messages of the system, in the order of their files. */
export const allMessages: readonly MessageDefinition[] = [
  paymentsCommands,
  paymentsFollowUps,
  paymentsQueries,
  paymentsEligibility,
  paymentsSurcharges,
  paymentsOrders,
  paymentsAuthentication,
  paymentLinks,
  customers,
  blocklist,
  mandates,
  paymentMethods,
  collectLinks,
  relays,
  disputes,
  payoutsCommands,
  payoutsQueries,
  authentications,
  routing,
  payoutRoute,
  routingAlgorithms,
  routingEvaluations,
  routingSettings,
  connectorCommands,
  connectorCommands.operationCommands,
  connectorPayouts,
  connectorPayouts.payoutCommands,
  connectorQueries,
  connectorWebhookEndpoints,
  connectorTokens,
  connectorRelays,
  connectorDisputes,
  connectorAuthentications,
  connectorResults,
  connectorRewraps,
  connectorWebhooks,
  connectorHealth,
  paymentsLifecycle,
  mandatesLifecycle,
  relaysLifecycle,
  disputesLifecycle,
  customersLifecycle,
  paymentMethodsLifecycle,
  refundsCommands,
  refundsQueries,
  refundsLifecycle,
  payoutsLifecycle,
  refundsSnapshots,
  postCaptureVoids,
  webhooksRequests,
  ops,
  reconciliation,
  webhooksQueries,
  webhooksEventQueries,
  accounts,
]
  .flatMap((file) => Object.values<unknown>(file).filter(isDefinition))
  // An authorization is among the commands of operations too.
  .filter((message, place, all) => all.indexOf(message) === place);

/**
 * The messages that a topic carries, those that it carries beside their own topic included. A snapshot topic carries the events
 * of its own objects alone.
 */
export function messagesOn(topic: string): readonly MessageDefinition[] {
  const { latestOf } = Object.values<TopicSpec>(topics).find(({ name }) => name === topic) ?? {};
  if (latestOf !== undefined) return allMessages.filter((message) => message.topic === latestOf);
  return allMessages.filter((message) => message.topic === topic || message.alsoOn?.topic === topic);
}

/** All messages on public topics. */
export const publicMessages: readonly MessageDefinition[] = allMessages.filter(({ topic }) =>
  publicTopics.includes(topic),
);
