import { isRefusal } from '@payorch/contracts';
import type { MerchantConnectorId, ProfileId } from '@payorch/kernel';
import { referencesAt } from './account-references';
import { errorText } from './row-results';

const account = (id: string, connectorName: string, connectorType = 'payment_processor') => ({
  merchantConnectorId: id as MerchantConnectorId,
  connectorName,
  connectorType,
  profileId: 'pro_1' as ProfileId,
});
const accounts = [
  account('mca_1', 'stripe'),
  account('mca_2', 'stripe_test'),
  account('mca_3', 'stripe', 'payment_vas'),
];
const card = { paymentMethod: 'card', paymentMethodType: null };
const named = (merchantConnectorId: string, mandateReference: string | null = 'pm_1') => ({
  merchantConnectorId,
  mandateReference,
  customerReference: null,
});

it('a reference has the connector and the profile of its account', () =>
  expect(referencesAt([named('mca_1')], accounts, card)).toEqual([
    {
      account: { merchantConnectorId: 'mca_1', connector: 'stripe' },
      profileId: 'pro_1',
      mandateReference: 'pm_1',
      customerReference: null,
    },
  ]));

const unknown = 'Merchant connector account does not exist in our records';
it.each([
  ['another merchant’s account', named('mca_9'), card, unknown],
  ['an account that takes no payments', named('mca_3'), card, unknown],
  ['a processor that saves nothing', named('mca_2'), card, 'stripe_test charges no saved payment method of this kind'],
  [
    'a payment method that the processor does not save',
    named('mca_1'),
    { paymentMethod: 'bank_redirect', paymentMethodType: 'eps' },
    'stripe charges no saved payment method of this kind',
  ],
])('a reference at %s is refused', (_, one, method, text) => {
  const refused = referencesAt([named('mca_1'), one], accounts, method);
  expect(isRefusal(refused) && errorText(refused)).toBe(text);
});

it.each([
  ['of a stored payment method', named('mca_1'), null],
  ['by the card network’s id', named('mca_1', null), card],
])('a reference %s passes', (_, one, method) => expect(referencesAt([one], accounts, method)).toHaveLength(1));
