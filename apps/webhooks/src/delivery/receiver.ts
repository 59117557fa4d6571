import type { ProfileSettings } from '@payorch/contracts';
import { Secret } from '@payorch/kernel';
import type { AccountSettings } from '@payorch/platform/kafka';
import type { SettingsBox } from '@payorch/platform/sealing';
import type { Endpoint } from '../domain/delivery';

/** URL, signing key and headers by the profile's newest settings, also for an old event. */
export interface Receiver {
  readonly url: string;
  readonly key: Secret | null;
  readonly customHeaders: Readonly<Record<string, unknown>>;
}

export type ReceiverOf = (endpoint: Endpoint) => Receiver | undefined;

/** The sealed columns in the schema of their owner; a seal opens only under its column name. */
const hashKeyColumn = 'profiles.sealed_response_hash_key';
const headersColumn = 'profiles.sealed_webhook_headers';

const parseHeaders = (text: string): Record<string, unknown> => {
  const headers: unknown = JSON.parse(text);
  return typeof headers === 'object' && headers !== null ? (headers as Record<string, unknown>) : {};
};

/** Unseals the profile's key and headers at the time of sending. */
export const receiverOf =
  (settings: Pick<AccountSettings, 'profile'>, box: Pick<SettingsBox, 'open'>): ReceiverOf =>
  ({ merchantId, profileId }) => {
    const profile: ProfileSettings | undefined = settings.profile(merchantId, profileId);
    if (!profile?.webhook) return undefined;
    const open = (sealed: string, column: string) => box.open(sealed, { merchantId, objectId: profileId, column });
    const { sealedResponseHashKey, sealedWebhookHeaders } = profile;
    return {
      url: profile.webhook.url,
      key: sealedResponseHashKey === null ? null : new Secret(open(sealedResponseHashKey, hashKeyColumn)),
      customHeaders: sealedWebhookHeaders === null ? {} : parseHeaders(open(sealedWebhookHeaders, headersColumn)),
    };
  };
