import type { ConnectorAccount, ConnectorAccountRequest, WebhookSecrets } from './connector-account';

/** An endpoint that a processor has for an account since `knownEndpointId` was the stored one. */
export interface RegisteredEndpoint {
  readonly knownEndpointId: string | null;
  readonly endpointId: string;
  /** What signs its webhooks. */
  readonly secret: string;
}

/**
 * The webhook secrets with that of a new endpoint. A secret that the merchant set stays beside it: the merchant's own endpoint at the
 * processor still signs with it. The secret of an endpoint that the new one replaces does not.
 */
export const secretsWith = (
  secret: string,
  { webhookEndpointId }: Pick<ConnectorAccount, 'webhookEndpointId'>,
  storedSecret: string | null,
): NonNullable<ConnectorAccountRequest['connector_webhook_details']> => ({
  merchant_secret: secret,
  ...(webhookEndpointId === null && storedSecret !== null ? { additional_secret: storedSecret } : {}),
});

/** The account with a registered endpoint; undefined where another registration stored one meanwhile. */
export const withEndpoint = (
  stored: ConnectorAccount,
  { knownEndpointId, endpointId }: RegisteredEndpoint,
  { webhookSecrets, now }: { readonly webhookSecrets: WebhookSecrets | null; readonly now: Date },
): ConnectorAccount | undefined =>
  stored.webhookEndpointId === knownEndpointId
    ? { ...stored, webhookEndpointId: endpointId, webhookSecrets, modifiedAt: now }
    : undefined;
