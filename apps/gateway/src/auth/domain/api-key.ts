import type { MerchantId } from '@payorch/kernel';
import { randomText } from '@payorch/kernel';
import { createHmac } from 'node:crypto';

export interface ApiKey {
  readonly merchantId: MerchantId;
  readonly keyId: string;
  readonly name: string;
  readonly description: string | null;
  readonly prefix: string;
  readonly createdAt: Date;
  /** null: the key never expires. */
  readonly expiresAt: Date | null;
}

export interface ApiKeyRequest {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly expiration?: string | null;
}

/** 64 of 62 characters: 381 random bits. */
export const newPlainApiKey = (environment: string): string => `${environment}_${randomText(64)}`;
export const newApiKeyId = (environment: string): string => `${environment}_${randomText(20)}`;
export const prefixOf = (plainKey: string): string => plainKey.slice(0, 12);

/** Only a text of this form is looked up in the database. */
export const hasApiKeyFormat = (text: string): boolean => /^[a-z]{2,8}_[0-9A-Za-z]{64}$/.test(text);

/** Keyed: without the secret, a dump of the table reveals no API key. */
export const hashOf = (plainKey: string, secret: string): string =>
  createHmac('sha256', secret).update(plainKey).digest('hex');

/** `never`, or the time from which the gateway refuses the key. */
export const expiryOf = (expiration: string): Date | null => (expiration === 'never' ? null : new Date(expiration));

export const isExpired = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt.getTime() <= now.getTime();

export const newApiKey = (
  sent: { name: string; expiration: string; description?: string | null },
  made: { merchantId: MerchantId; keyId: string; plainKey: string; now: Date },
): ApiKey => ({
  merchantId: made.merchantId,
  keyId: made.keyId,
  name: sent.name,
  description: sent.description ?? null,
  prefix: prefixOf(made.plainKey),
  createdAt: made.now,
  expiresAt: expiryOf(sent.expiration),
});

export const updatedApiKey = (stored: ApiKey, sent: ApiKeyRequest): ApiKey => ({
  ...stored,
  name: sent.name ?? stored.name,
  description: sent.description ?? stored.description,
  expiresAt: sent.expiration ? expiryOf(sent.expiration) : stored.expiresAt,
});

const expirationView = (key: ApiKey): string => key.expiresAt?.toISOString() ?? 'never';

export const apiKeyView = (key: ApiKey): object => ({
  key_id: key.keyId,
  merchant_id: key.merchantId,
  name: key.name,
  description: key.description,
  prefix: key.prefix,
  created: key.createdAt.toISOString(),
  expiration: expirationView(key),
});

/** The only response that contains the plain key. */
export const createdApiKeyView = (key: ApiKey, plainKey: string): object => ({
  key_id: key.keyId,
  merchant_id: key.merchantId,
  name: key.name,
  description: key.description,
  api_key: plainKey,
  created: key.createdAt.toISOString(),
  expiration: expirationView(key),
});
