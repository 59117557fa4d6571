import * as accounts from './accounts.config';
import * as authentications from './authentications';
import * as blocklist from './blocklist';
import * as collectLinks from './collect-links';
import * as connectorAuthentications from './connector.authentications';
import * as connectorCommands from './connector.commands';
import * as connectorFollowUps from './connector.follow-ups';
import * as connectorHealth from './connector.health';
import * as connectorPaymentAuthentications from './connector.payment-authentications';
import * as connectorQueries from './connector.queries';
import * as connectorRelays from './connector.relays';
import * as connectorResults from './connector.results';
import * as connectorRewraps from './connector.rewraps';
import * as connectorTokens from './connector.tokens';
import * as connectorWebhooks from './connector.webhooks';
import * as customers from './customers';
import type { MessageDefinition } from './define-message';
import * as mandates from './mandates';
import * as mandatesLifecycle from './mandates.lifecycle';
import * as ops from './ops';
import * as paymentLinks from './payment-links';
import * as paymentMethods from './payment-methods';
import * as paymentsAuthentication from './payments.authentication';
import * as paymentsCommands from './payments.commands';
import * as paymentsEligibility from './payments.eligibility';
import * as paymentsSurcharges from './payments.surcharges';
import * as paymentsFollowUps from './payments.follow-ups';
import * as paymentsLifecycle from './payments.lifecycle';
import * as paymentsOrders from './payments.orders';
import * as paymentsQueries from './payments.queries';
import * as postCaptureVoids from './post-capture-voids';
import * as refundsCommands from './refunds.commands';
import * as refundsLifecycle from './refunds.lifecycle';
import * as refundsQueries from './refunds.queries';
import * as refundsSnapshots from './refunds.snapshots';
import * as relays from './relays';
import * as relaysLifecycle from './relays.lifecycle';
import * as routing from './routing';
import * as routingAlgorithms from './routing-algorithms';
import * as routingEvaluations from './routing-evaluations';
import * as routingSettings from './routing-settings';
import { topics, type TopicSpec } from './topics';
import * as webhooksQueries from './webhooks.queries';
import * as webhooksRequests from './webhooks.requests';

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
  authentications,
  routing,
  routingAlgorithms,
  routingEvaluations,
  routingSettings,
  connectorCommands,
  connectorFollowUps,
  connectorPaymentAuthentications,
  connectorQueries,
  connectorTokens,
  connectorRelays,
  connectorAuthentications,
  connectorResults,
  connectorRewraps,
  connectorWebhooks,
  connectorHealth,
  paymentsLifecycle,
  mandatesLifecycle,
  relaysLifecycle,
  refundsCommands,
  refundsQueries,
  refundsLifecycle,
  refundsSnapshots,
  postCaptureVoids,
  webhooksRequests,
  ops,
  webhooksQueries,
  accounts,
].flatMap((file) => Object.values(file).filter(isDefinition));

/** The messages that a topic carries, those that it carries beside their own topic included. */
export const messagesOn = (topic: string): readonly MessageDefinition[] =>
  allMessages.filter((message) => message.topic === topic || message.alsoOn?.topic === topic);

/** All messages on public topics. */
export const publicMessages: readonly MessageDefinition[] = allMessages.filter(({ topic }) =>
  publicTopics.includes(topic),
);
