import type { CustomerId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import type { Mandate } from '../src/mandates/domain/mandate';
import type { SavedPaymentMethod } from '../src/payment-methods/domain/payment-method';
import { aCard, firstAccount, later, merchantId, now, profileId } from './fixtures';

export const customerId = 'cus_a' as CustomerId;

/** An active card of `cus_a`, as an object of its own. */
export const aSavedCard = (given: Partial<SavedPaymentMethod> = {}): SavedPaymentMethod => ({
  merchantId,
  paymentMethodId: 'pm_1',
  customerId,
  version: 1,
  status: 'active',
  method: {
    paymentMethod: 'card',
    paymentMethodType: 'credit',
    sealedData: null,
    paymentMethodData: null,
    card: { ...aCard, cvc: 'absent' },
  },
  details: { nickName: null, issuer: null, issuerCode: null, metadata: null, billing: null },
  clientSecret: { secret: 'pm_1_secret_x', expiresAt: later(900) },
  references: {},
  networkTransactionId: null,
  createdAt: now,
  modifiedAt: now,
  lastUsedAt: now,
  isDefault: false,
  hasOthers: false,
  isDeleted: false,
  ...given,
});

export const aWalletToken = { expiryMonth: '10', expiryYear: '35', fingerprint: 'token_fingerprint' };

/** A decrypted token of Google Pay of `cus_a`, which the merchant saved. */
export const aSavedWallet = (given: Partial<SavedPaymentMethod> = {}): SavedPaymentMethod => ({
  ...aSavedCard(),
  method: {
    paymentMethod: 'wallet',
    paymentMethodType: 'google_pay',
    card: null,
    sealedData: { reference: 'data_1' as never, sealed: 'sealed' },
    walletToken: aWalletToken,
    paymentMethodData: { wallet: { google_pay: { last4: '3478' } } },
  },
  ...given,
});

/** An active mandate of `cus_a` for any number of charges, set up by an earlier payment at the first account. */
export const aStoredMandate = (given: Partial<Mandate> = {}): Mandate => ({
  merchantId,
  mandateId: 'man_1',
  version: 1,
  profileId,
  customerId,
  paymentMethodId: 'pm_old',
  paymentId: 'pay_0' as Mandate['paymentId'],
  attemptId: 'pay_0_1' as Mandate['attemptId'],
  account: firstAccount,
  reference: { mandateReference: 'pm_before', customerReference: 'cus_stripe' },
  status: 'active',
  terms: { use: 'multi_use', limit: null, startDate: null, endDate: null },
  captured: minorUnits(500n),
  reserved: minorUnits(0n),
  customerAcceptance: null,
  revocation: null,
  createdAt: now,
  modifiedAt: now,
  ...given,
});
