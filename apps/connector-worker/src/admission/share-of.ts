import type { MessageDefinition } from '@payorch/contracts';
import {
  connectorAuthenticate,
  connectorAuthenticationStep,
  connectorAuthenticationSync,
  connectorAuthorize,
  connectorMandateSync,
  connectorPreAuthenticate,
  connectorRefundSync,
  connectorRelaySync,
  connectorSync,
  connectorWebhookReceived,
} from '@payorch/contracts';
import type { Share } from '@payorch/platform/http';

const isOneOf = ({ type }: Pick<MessageDefinition, 'type'>, ...messages: { readonly type: string }[]): boolean =>
  messages.some((message) => message.type === type);

/** The share of a connector account's places that a message needs; undefined for a message that calls no processor. */
export function shareOf(message: Pick<MessageDefinition, 'type'>): Share | undefined {
  if (isOneOf(message, connectorWebhookReceived)) return undefined;
  // A customer waits for an authentication as for a charge.
  const isAuthentication = isOneOf(
    message,
    connectorPreAuthenticate,
    connectorAuthenticate,
    connectorAuthenticationStep,
  );
  if (isOneOf(message, connectorAuthorize) || isAuthentication) return 'charge';
  const isSync =
    isOneOf(message, connectorSync, connectorRefundSync, connectorMandateSync, connectorRelaySync) ||
    isOneOf(message, connectorAuthenticationSync);
  return isSync ? 'sync' : 'follow_up';
}

const charges = ['authorize', 'setup', 'pre_authenticate', 'authenticate'];
const syncs = ['sync', 'refundSync', 'unreferencedRefundSync', 'authenticationSync'];

/** The share whose breaker counts a call of this flow. A preliminary is named after its flow: `authorize/customer`. */
export function shareOfFlow(flow: string): Share {
  const [name = flow] = flow.split('/');
  if (charges.includes(name)) return 'charge';
  return syncs.includes(name) ? 'sync' : 'follow_up';
}
