import { type JsonObject, type Refusal, isRefusal, refuse } from '@payorch/contracts';
import { aListedPayment, aListedProfile, profileId } from '../../test/listings';
import type { Sender } from '../auth';
import type { Checkout, EligibleType } from '../payment-method-list';
import { ClientSdk } from './client-sdk';

const aType = (paymentMethod: string, paymentMethodType: string, more: Partial<EligibleType> = {}): EligibleType => ({
  paymentMethod,
  paymentMethodType,
  connector: 'stripe',
  experience: null,
  networks: [],
  ...more,
});
const aCheckout = (types: readonly EligibleType[], isGuest = true): Checkout => ({
  payment: aListedPayment({ isGuest }),
  intentData: { payment_id: 'pay_1' },
  context: { isSaved: false, profile: undefined, known: null },
  collected: { collect_shipping_details_from_wallets: true, collect_billing_details_from_wallets: false },
  organizationId: 'org_1',
  profile: aListedProfile({ collectsShipping: true }),
  types,
});
const sender = { merchant: { merchantId: 'acme_1', clientSecret: 'pay_1_secret_x' } } as Sender;

function anSdk(checkout: Checkout | Refusal, saved: readonly JsonObject[] | Refusal = []) {
  const asked: string[] = [];
  const reply = isRefusal(saved) ? saved : Buffer.from(JSON.stringify({ customer_payment_methods: saved }));
  const sdk = new ClientSdk(
    { checkoutOf: (id) => (asked.push(id), Promise.resolve(checkout)) },
    { ofSdk: (secret) => (asked.push(secret), Promise.resolve(reply)) },
  );
  return { sdk, asked };
}

const types = [
  aType('card', 'credit', { networks: ['Visa', 'JCB'] }),
  aType('card', 'credit', { networks: ['Visa'], connector: 'stripe_test' }),
  aType('bank_redirect', 'bancontact_card'),
  aType('bank_debit', 'sepa'),
  aType('wallet', 'google_pay', { experience: 'invoke_sdk_client' }),
];

it('the types of a client name their networks, banks and experiences', async () => {
  const collected = { collect_shipping_details_from_wallets: true, collect_billing_details_from_wallets: false };
  const entry = (payment_method: string, payment_method_type: string, more: object = {}) => ({
    payment_method,
    payment_method_type,
    payment_experience: null,
    ...collected,
    ...more,
  });
  const { sdk, asked } = anSdk(aCheckout(types));
  expect(await sdk.client('pay_1', {}, sender)).toEqual({
    payment_methods_enabled: [
      entry('card', 'credit', { card_networks: ['Visa', 'JCB'] }),
      entry('bank_redirect', 'bancontact_card', { bank_names: [] }),
      entry('bank_debit', 'sepa'),
      entry('wallet', 'google_pay', { payment_experience: ['invoke_sdk_client'] }),
    ],
    customer_payment_methods: [],
    sdk_next_action: { next_action: 'confirm' },
    intent_data: { payment_id: 'pay_1' },
  });
  expect(asked).toEqual(['pay_1']);
});

it('the saved payment methods of a customer are those of the client secret', async () => {
  const common = {
    payment_token: 'token_1',
    default_payment_method_set: true,
    requires_cvv: true,
    recurring_enabled: false,
    created: '2026-11-25T00:00:00.000Z',
    last_used_at: '2026-11-25T00:00:00.000Z',
  };
  const card = { payment_method: 'card', payment_method_type: 'credit' };
  const google = { payment_method: 'wallet', payment_method_type: 'google_pay' };
  const data = { wallet: { google_pay: { last4: '3478', card_network: 'Visa', type: 'CARD' } } };
  const { sdk, asked } = anSdk(aCheckout([], false), [
    { ...common, ...card, card: { last4_digits: '4242' }, payment_method_id: 'pm_1', customer_id: 'cus_1' },
    { ...common, ...google, card: null, bank: null, payment_method_data: data },
    { ...common, payment_method: 'wallet', payment_method_type: 'paypal', card: null, bank: null },
  ]);
  expect(await sdk.client('pay_1', {}, sender)).toMatchObject({
    customer_payment_methods: [
      { ...common, ...card, payment_method_data: { card: { last4_digits: '4242' } } },
      { ...common, ...google, payment_method_data: data },
      { ...common, payment_method_data: null },
    ],
  });
  expect(asked).toEqual(['pay_1', 'pay_1_secret_x']);
});

it('the settings name the connectors of each network, bank and experience', async () => {
  const { sdk } = anSdk(aCheckout(types));
  const rule = (criteria_value: string | null, ...eligible_connectors: string[]) => ({
    criteria_value,
    eligible_connectors,
  });
  expect(await sdk.config('ios', sender)).toMatchObject({
    resolved_configs: null,
    context_used: {
      profile_id: profileId,
      merchant_id: 'acme_1',
      organization_id: 'org_1',
      connector: ['stripe', 'stripe_test'],
    },
    payment_methods: [
      {
        payment_method: 'card',
        payment_method_types: [
          {
            payment_method_type: 'credit',
            payment_method_criteria: 'card_network',
            criteria_rules: [rule('Visa', 'stripe', 'stripe_test'), rule('JCB', 'stripe')],
          },
        ],
      },
      {
        payment_method_types: [{ payment_method_criteria: null, criteria_rules: [rule(null, 'stripe')] }],
      },
      { payment_method: 'bank_debit' },
      { payment_method_types: [{ criteria_rules: [rule('invoke_sdk_client', 'stripe')] }] },
    ],
    account_config: { profile: { collect_shipping_details_from_wallet_connector: true, vaulting_action: 'skip' } },
  });
});

it.each(['eps', 'ideal'])('the settings name every bank of %s once', async (type) => {
  const both = [aType('bank_redirect', type), aType('bank_redirect', type, { connector: 'stripe_test' })];
  const config = (await anSdk(aCheckout(both)).sdk.config('web', sender)) as {
    payment_methods: { payment_method_types: { criteria_rules: { criteria_value: string }[] }[] }[];
  };
  const banks = config.payment_methods[0]!.payment_method_types[0]!.criteria_rules.map((one) => one.criteria_value);
  expect(banks.length).toBeGreaterThan(3);
  expect(new Set(banks).size).toBe(banks.length);
});

it('refusals of the owner and unknown platforms are refused', async () => {
  const expired = refuse('client_secret_expired');
  expect(await anSdk(expired).sdk.client('pay_1', {}, sender)).toBe(expired);
  expect(await anSdk(expired).sdk.config('web', sender)).toBe(expired);
  expect(await anSdk(aCheckout([], false), expired).sdk.client('pay_1', {}, sender)).toBe(expired);
  const { sdk, asked } = anSdk(aCheckout([]));
  expect(await sdk.config('toaster', sender)).toMatchObject({
    code: 'value_not_allowed',
    details: { field: 'platform' },
  });
  expect(asked).toEqual([]);
});
