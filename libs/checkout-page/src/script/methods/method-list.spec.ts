import {
  dataNameFor,
  networksOfCard,
  offeredMethods,
  savedMethods,
  typeForNetwork,
  walletMethods,
} from './method-list';

const cardType = (type: string, networks: readonly string[]) => ({
  payment_method_type: type,
  payment_experience: null,
  card_networks: networks.map((card_network) => ({ card_network, eligible_connectors: ['stripe'] })),
  required_fields: {
    'payment_method_data.card.card_number': {
      required_field: 'payment_method_data.card.card_number',
      display_name: 'card_number',
      field_type: 'user_card_number',
      value: null,
    },
    'billing.email': {
      required_field: 'payment_method_data.billing.email',
      display_name: 'email',
      field_type: 'user_email_address',
      value: null,
    },
  },
});
const otherType = (type: string, experiences: readonly string[] | null) => ({
  payment_method_type: type,
  payment_experience: experiences?.map((payment_experience_type) => ({ payment_experience_type })) ?? null,
  required_fields: null,
});
const names = {
  'wallet/ali_pay': [
    ['wallet', 'ali_pay_qr'],
    ['wallet', 'ali_pay_redirect'],
  ],
  'wallet/google_pay': [['wallet', 'google_pay']],
  'bank_redirect/ideal': [['bank_redirect', 'ideal']],
} as const;
const list = (...payment_methods: readonly object[]) => ({ payment_methods });

it('credit and debit cards are one way to pay', () => {
  const types = [cardType('credit', ['Visa']), cardType('debit', ['Visa', 'Maestro'])];
  const [card, ...others] = offeredMethods(list({ payment_method: 'card', payment_method_types: types }), names);
  expect(others).toEqual([]);
  expect(card).toMatchObject({ id: 'card', paymentMethodType: 'credit', dataName: ['card', null] });
  expect(networksOfCard(card!)).toEqual(['Visa', 'Maestro']);
  expect(card!.inputs.map(({ path }) => path)).toEqual(['payment_method_data.billing.email']);
  expect([typeForNetwork(card!, 'Maestro'), typeForNetwork(card!, 'Visa'), typeForNetwork(card!, undefined)]).toEqual([
    'debit',
    'credit',
    'credit',
  ]);
});

it('of the payment methods that a vendor’s script starts only the wallets of browsers are offered', () => {
  const wallets = {
    payment_method: 'wallet',
    payment_method_types: [
      otherType('google_pay', ['invoke_sdk_client']),
      otherType('samsung_pay', ['invoke_sdk_client']),
      otherType('ali_pay', ['redirect_to_url', 'invoke_sdk_client']),
    ],
  };
  expect(walletMethods(list(wallets)).map(({ id, dataName }) => [id, dataName])).toEqual([
    ['wallet/google_pay', ['wallet', 'google_pay']],
  ]);
  const banks = { payment_method: 'bank_redirect', payment_method_types: [otherType('ideal', null)] };
  expect(offeredMethods(list(wallets, banks), names).map(({ id, dataName }) => [id, dataName])).toEqual([
    ['wallet/ali_pay', ['wallet', 'ali_pay_redirect']],
    ['bank_redirect/ideal', ['bank_redirect', 'ideal']],
  ]);
});

it('a payment method whose data the interface does not know is not offered', () => {
  const banks = { payment_method: 'bank_redirect', payment_method_types: [otherType('eps', null)] };
  expect(offeredMethods(list(banks), names)).toEqual([]);
});

it.each([
  [['redirect_to_url'], 'ali_pay_redirect'],
  [['display_qr_code'], 'ali_pay_qr'],
  [[], 'ali_pay_qr'],
])('with the experiences %j the data is %s', (experiences, expected) =>
  expect(dataNameFor(names['wallet/ali_pay'], experiences)?.[1]).toBe(expected),
);

it.each([null, undefined, 'text', [], { payment_methods: 'x' }, { payment_methods: [{ payment_method: 1 }] }])(
  'the unreadable list %j offers nothing',
  (unreadable) => expect(offeredMethods(unreadable, names)).toEqual([]),
);

it('a saved card has its network, its last digits and whether it needs its security code', () => {
  const saved = {
    customer_payment_methods: [
      {
        payment_token: 'token_1',
        payment_method: 'card',
        payment_method_type: 'credit',
        requires_cvv: true,
        default_payment_method_set: true,
        card: { card_network: 'Visa', last4_digits: '4242', nick_name: null },
      },
      { payment_method: 'card' },
    ],
  };
  expect(savedMethods(saved)).toEqual([
    {
      token: 'token_1',
      paymentMethod: 'card',
      paymentMethodType: 'credit',
      network: 'Visa',
      last4: '4242',
      nickname: undefined,
      needsCvc: true,
    },
  ]);
});
