import type { AccountRef, SealedCard } from '@payorch/contracts';
import { profileDefaults } from '@payorch/contracts';
import type { Currency, MerchantConnectorId, MerchantId, Money, PaymentId, ProfileId } from '@payorch/kernel';
import { fromMajorText } from '@payorch/kernel';
import type { DecideRules } from '../src/payments/domain/decision';

export const merchantId = 'merchant_a' as MerchantId;
export const paymentId = 'pay_1' as PaymentId;
export const profileId = 'pro_1' as ProfileId;
export const now = new Date('2026-01-05T10:00:00.000Z');
export const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

export const eur = (text: string): Money => sum(text, 'EUR');
export const sum = (text: string, currency: Currency): Money => fromMajorText(text, currency)!;

export const firstAccount: AccountRef = {
  merchantConnectorId: 'mca_1' as MerchantConnectorId,
  connector: 'stripe_test',
};
export const secondAccount: AccountRef = {
  merchantConnectorId: 'mca_2' as MerchantConnectorId,
  connector: 'adyen_test',
};

export const aCard: SealedCard = {
  reference: 'card_1' as SealedCard['reference'],
  sealedNumber: 'sealed',
  bin: '424242',
  extendedBin: '42424242',
  last4: '4242',
  network: 'Visa',
  fingerprint: 'fp',
  expiryMonth: '10',
  expiryYear: '30',
  holderName: 'Jo',
  cvc: 'stored',
};

export const aProfile = profileDefaults(merchantId, profileId);

export const rules: DecideRules = {
  publicUrl: 'https://pay.example',
  redirectToken: ({ attemptId }) => `token-of-${attemptId}`,
  linkToken: ({ paymentId: id }, kind) => `${kind}-link-of-${id}`,
  clientSessionId: ({ clientSecret }) => `cs_of_${clientSecret}`,
  returnLookupEveryMs: 2_000,
  beginWithinMs: 300_000,
  syncAfterMs: [2_000, 5_000, 15_000, 30_000, 60_000, 300_000],
  syncsBeforeIncident: 12,
  customerTimeoutMs: 900_000,
  refundsTimeoutMs: 2_000,
  beginCheckAfterMs: 3_000,
  beginReplyTimeoutMs: 1_000,
};
