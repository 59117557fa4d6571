import type { PaymentForMethodList, PaymentMethodsEnabled } from '@payorch/contracts';
import { money, type ProfileId } from '@payorch/kernel';
import type { ListedAccount, ListedProfile } from '../src/payment-method-list/domain/listing-settings';

type EnabledType = NonNullable<PaymentMethodsEnabled[number]['payment_method_types']>[number];

export const profileId = 'pro_1' as ProfileId;

export const aType = (payment_method_type: string, more: Partial<EnabledType> = {}): EnabledType => ({
  payment_method_type,
  ...more,
});

export const enabling = (payment_method: string, ...payment_method_types: EnabledType[]): PaymentMethodsEnabled => [
  { payment_method, payment_method_types },
];

export const anAccount = (
  connector: string,
  enabled: PaymentMethodsEnabled | null = null,
  more: Partial<ListedAccount> = {},
): ListedAccount => ({ profileId, connector, enabled, ...more });

export const aListedPayment = (more: Partial<PaymentForMethodList> = {}): PaymentForMethodList => ({
  profileId,
  money: money(1000n, 'EUR'),
  country: null,
  captureMethod: null,
  paymentType: 'normal',
  allowedTypes: null,
  known: { billing: null, shipping: null },
  mandatePayment: null,
  externalThreeDs: false,
  intentData: { payment_id: 'pay_1' },
  isTaxCalculated: false,
  isGuest: true,
  ...more,
});

export const aListedProfile = (more: Partial<ListedProfile> = {}): ListedProfile => ({
  returnUrl: 'https://acme.example/done',
  collectsShipping: false,
  collectsBilling: false,
  alwaysCollectsShipping: false,
  alwaysCollectsBilling: false,
  hasTaxConnector: false,
  ...more,
});
