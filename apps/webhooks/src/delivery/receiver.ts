import { type WebhookSecrets, webhookSecrets } from '@payorch/contracts';
import { type Clock, Secret } from '@payorch/kernel';
import type { AccountSettings } from '@payorch/platform/kafka';
import type { SettingsBox } from '@payorch/platform/sealing';
import type { ProfileEndpoint } from '../domain/delivery';

/** URL, signing keys and headers by the profile's newest settings, also for an old event. */
export interface Receiver {
  readonly url: string;
  readonly key: Secret | null;
  readonly previousKey?: Secret | null;
  readonly customHeaders: Readonly<Record<string, unknown>>;
}

export type ReceiverOf = (endpoint: ProfileEndpoint) => Receiver | undefined;

/** The sealed columns in the schema of their owner; a seal opens only under its column name. */
const hashKeyColumn = 'profiles.sealed_response_hash_key';
const headersColumn = 'profiles.sealed_webhook_headers';
const secretsColumn = 'profiles.sealed_webhook_secrets';

const parseHeaders = (text: string): Record<string, unknown> => {
  const headers: unknown = JSON.parse(text);
  return typeof headers === 'object' && headers !== null ? (headers as Record<string, unknown>) : {};
};

const secretOf = (text: string | null): Secret | null => (text === null ? null : new Secret(text));

/** The key before the last rotation, as long as it signs beside the new one. */
const previousKeyOf = (secrets: WebhookSecrets[string] | undefined, now: Date): Secret | null =>
  secrets?.previous && new Date(secrets.previous.until) > now ? new Secret(secrets.previous.key) : null;

/** Unseals the keys and headers of an endpoint at the time of sending. The merchant's own headers go to the profile's own address alone. */
export const receiverOf =
  (settings: Pick<AccountSettings, 'profile'>, box: Pick<SettingsBox, 'open'>, clock: Pick<Clock, 'now'>): ReceiverOf =>
  ({ merchantId, profileId, endpointId }) => {
    const profile = settings.profile(merchantId, profileId);
    if (!profile) return undefined;
    const open = (sealed: string | null | undefined, column: string): string | null =>
      sealed ? box.open(sealed, { merchantId, objectId: profileId, column }) : null;
    const sealedSecrets = open(profile.sealedWebhookSecrets, secretsColumn);
    const secrets = sealedSecrets === null ? undefined : webhookSecrets.parse(JSON.parse(sealedSecrets))[endpointId];
    const previousKey = previousKeyOf(secrets, clock.now());
    if (endpointId !== profileId) {
      const endpoint = profile.webhookEndpoints?.find((one) => one.endpointId === endpointId);
      return endpoint && { url: endpoint.url, key: secretOf(secrets?.key ?? null), previousKey, customHeaders: {} };
    }
    if (!profile.webhook) return undefined;
    const headers = open(profile.sealedWebhookHeaders, headersColumn);
    return {
      url: profile.webhook.url,
      key: secretOf(open(profile.sealedResponseHashKey, hashKeyColumn)),
      previousKey,
      customHeaders: headers === null ? {} : parseHeaders(headers),
    };
  };
