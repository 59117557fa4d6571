import { randomBytes } from 'node:crypto';
import { type CustomerId, type MerchantId, newId } from '@payorch/kernel';

/** A key that a merchant gives its customer's app: it opens what concerns this customer, for a short time. */
export interface EphemeralKey {
  readonly merchantId: MerchantId;
  readonly keyId: string;
  readonly customerId: CustomerId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const pattern = /^epk_[0-9a-f]{32}$/;

export const isEphemeralKey = (apiKey: string): boolean => apiKey.startsWith('epk_');
/** Only a text of this form is looked up in the database. */
export const hasEphemeralKeyFormat = (text: string): boolean => pattern.test(text);

/** 128 random bits. */
export const newEphemeralSecret = (): string => `epk_${randomBytes(16).toString('hex')}`;

/** Whole seconds, as the interface shows them. */
export function newEphemeralKey(
  { merchantId, customerId }: Pick<EphemeralKey, 'merchantId' | 'customerId'>,
  { now, lifetimeMs }: { now: Date; lifetimeMs: number },
): EphemeralKey {
  const createdAt = new Date(Math.floor(now.getTime() / 1_000) * 1_000);
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
  return { merchantId, keyId: newId('eki'), customerId, createdAt, expiresAt };
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1_000);

/** `secret`: its text in the response to the creation, masked in every other one. */
export const ephemeralKeyView = (key: EphemeralKey, secret = `epk_${'*'.repeat(32)}`): object => ({
  id: key.keyId,
  merchant_id: key.merchantId,
  customer_id: key.customerId,
  created_at: seconds(key.createdAt),
  expires: seconds(key.expiresAt),
  secret,
});
