import { type JsonObject, webhookSecrets } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { SettingsBox } from '@payorch/platform/sealing';
import type { Profile, ProfileSecrets } from '../domain/profile';

/** The sealed secrets as they are stored and as messages carry them to the services that sign with them. */
export interface SealedProfileSecrets {
  readonly responseHashKey: string | null;
  readonly webhookHeaders: string | null;
  readonly webhookPassword: string | null;
  readonly networkTokens: string | null;
  readonly webhookSecrets: string | null;
}

/** The seal contains the column: the service that opens a value names the same column. */
const columns = {
  responseHashKey: 'profiles.sealed_response_hash_key',
  webhookHeaders: 'profiles.sealed_webhook_headers',
  webhookPassword: 'profiles.sealed_webhook_password',
  networkTokens: 'profiles.sealed_network_tokens',
  webhookSecrets: 'profiles.sealed_webhook_secrets',
} as const;

export function sealProfileSecrets(
  { merchantId, profileId, secrets }: Profile,
  box: SettingsBox,
): SealedProfileSecrets {
  const seal = (text: string | null, column: string) =>
    text === null ? null : box.seal(text, { merchantId, objectId: profileId, column });
  const headers = secrets.outgoing_webhook_custom_http_headers;
  const tokens = secrets.network_tokenization_credentials;
  return {
    responseHashKey: seal(secrets.payment_response_hash_key, columns.responseHashKey),
    webhookHeaders: seal(headers && JSON.stringify(headers), columns.webhookHeaders),
    webhookPassword: seal(secrets.webhook_password, columns.webhookPassword),
    networkTokens: seal(tokens && JSON.stringify(tokens), columns.networkTokens),
    webhookSecrets: seal(secrets.webhook_secrets && JSON.stringify(secrets.webhook_secrets), columns.webhookSecrets),
  };
}

export function openProfileSecrets(
  { merchantId, profileId }: { merchantId: MerchantId; profileId: ProfileId },
  sealed: SealedProfileSecrets,
  box: SettingsBox,
): ProfileSecrets {
  const open = (text: string | null, column: string) =>
    text === null ? null : box.open(text, { merchantId, objectId: profileId, column });
  const headers = open(sealed.webhookHeaders, columns.webhookHeaders);
  const tokens = open(sealed.networkTokens, columns.networkTokens);
  const ofEndpoints = open(sealed.webhookSecrets, columns.webhookSecrets);
  return {
    payment_response_hash_key: open(sealed.responseHashKey, columns.responseHashKey),
    webhook_password: open(sealed.webhookPassword, columns.webhookPassword),
    outgoing_webhook_custom_http_headers: headers === null ? null : (JSON.parse(headers) as Record<string, string>),
    network_tokenization_credentials: tokens === null ? null : (JSON.parse(tokens) as JsonObject),
    webhook_secrets: ofEndpoints === null ? null : webhookSecrets.parse(JSON.parse(ofEndpoints)),
  };
}
