import { aListedPayment, aListedProfile, anAccount, aType, enabling, profileId } from '../../../test/listings';
import type { JsonObject } from '@payorch/contracts';
import { minorUnits, money, type OrganizationId, type ProfileId } from '@payorch/kernel';
import type { ListedAccount, ListedProfile } from './listing-settings';
import { listParts, listView, type ListRequest } from './list.view';
import { choosableMethods, surchargesOf } from './surcharges';

const otherProfile = 'pro_2' as ProfileId;
const view = (
  accounts: readonly ListedAccount[],
  request: Partial<ListRequest> = {},
  profile: ListedProfile = aListedProfile(),
) =>
  listView(
    {
      merchantName: 'Acme',
      organizationId: 'org_1' as OrganizationId,
      accounts,
      payoutAccounts: [],
      profiles: new Map([[profileId, profile]]),
    },
    { payment: null, profileId, filters: {}, testConnectors: true, ...request },
  );
type Methods = { payment_method: string; payment_method_types: Record<string, unknown>[] }[];
const methods = (...args: Parameters<typeof view>) => view(...args)['payment_methods'] as unknown as Methods;
const only = (...args: Parameters<typeof view>) => methods(...args)[0]!.payment_method_types[0]!;

const visa = enabling('card', aType('credit', { card_networks: ['Visa'] }));
const cards = [
  anAccount('stripe_test', visa),
  anAccount('adyen_test', enabling('card', aType('credit', { card_networks: ['Mastercard', 'Visa'] }), aType('debit'))),
  anAccount('stripe_test', visa),
];

it('a list without a payment has the interface’s keys, in its order', () => {
  const list = view(cards.slice(0, 1));
  expect(Object.keys(list)).toEqual([
    ...[
      'redirect_url',
      'currency',
      'payment_methods',
      'mandate_payment',
      'merchant_name',
      'show_surcharge_breakup_screen',
    ],
    ...['payment_type', 'request_external_three_ds_authentication', 'collect_shipping_details_from_wallets'],
    ...['collect_billing_details_from_wallets', 'is_tax_calculation_enabled', 'sdk_next_action', 'is_guest_customer'],
    'intent_data',
  ]);
  expect(list).toMatchObject({
    redirect_url: 'https://acme.example/done',
    currency: null,
    merchant_name: 'Acme',
    payment_type: null,
    mandate_payment: null,
    intent_data: null,
    is_guest_customer: false,
    is_tax_calculation_enabled: false,
    sdk_next_action: { next_action: 'confirm', should_block_confirm: false },
  });
});

describe('a shipping address that the customer cannot set', () => {
  const later = [anAccount('stripe', enabling('pay_later', aType('afterpay_clearpay')))];
  const address = {
    city: 'Ulm',
    country: 'DE',
    first_name: 'Jo',
    last_name: 'Doe',
    line1: 'Weg 1',
    state: 'BW',
    zip: '89073',
  };
  const usd = { money: money(minorUnits(6540n), 'USD'), country: 'US' };
  const known = (shipping: JsonObject | null) => ({ billing: null, shipping });
  const listed = (change: Parameters<typeof aListedPayment>[0]) =>
    methods(later, { payment: aListedPayment({ ...usd, ...change }) }).flatMap((one) => one.payment_method_types);

  it('unlists what requires more of it than is known', () => {
    const types = listed({ known: known({ address }), fixedShipping: true });
    expect(types.map((type) => type['payment_method_type'])).toEqual(['afterpay_clearpay']);
    expect(Object.keys(types[0]!['required_fields'] as object).filter((name) => name.startsWith('ship'))).toEqual([]);
    for (const partly of [null, { address: { city: 'Ulm' } }])
      expect(listed({ known: known(partly), fixedShipping: true })).toEqual([]);
    expect(listed({ known: known(null) }).length).toBe(1);
  });

  it('is not collected by wallets', () => {
    const profile = aListedProfile({ alwaysCollectsShipping: true });
    expect(view(cards, { payment: aListedPayment({ fixedShipping: true }) }, profile)).toMatchObject({
      collect_shipping_details_from_wallets: false,
    });
  });
});

it('a list has the plans that an eligible account can charge, and no others', () => {
  const plans = [{ payment_method: 'card', available_plans: [] }];
  const other = { payment_method: 'wallet', available_plans: [] };
  const optionsAt = (connector: string, currency: 'BRL' | 'EUR', options: JsonObject[] | null = [...plans, other]) => {
    const intentData = { payment_id: 'pay_1', installment_options: options };
    const payment = aListedPayment({ money: money(minorUnits(6540n), currency), intentData });
    return (view([anAccount(connector, visa)], { payment })['intent_data'] as JsonObject)['installment_options'];
  };
  expect(optionsAt('adyen_test', 'BRL')).toEqual(plans);
  expect([optionsAt('adyen_test', 'EUR'), optionsAt('stripe_test', 'BRL')]).toEqual([null, null]);
  expect(optionsAt('adyen_test', 'BRL', null)).toBeNull();
});

it('a list of a payment shows the payment', () => {
  const payment = aListedPayment({
    paymentType: 'new_mandate',
    mandatePayment: { multi_use: null },
    isTaxCalculated: true,
  });
  expect(view([], { payment })).toMatchObject({
    currency: 'EUR',
    payment_type: 'new_mandate',
    mandate_payment: { multi_use: null },
    is_guest_customer: true,
    is_tax_calculation_enabled: true,
    intent_data: { payment_id: 'pay_1' },
  });
});

it('one entry for each type joins the networks and connectors of all accounts', () => {
  const [listed, ...others] = methods(cards);
  expect(others).toEqual([]);
  expect(listed?.payment_method_types.map((type) => type['payment_method_type'])).toEqual(['credit', 'debit']);
  expect(listed?.payment_method_types[0]).toMatchObject({
    payment_experience: null,
    card_networks: [
      { card_network: 'Visa', surcharge_details: null, eligible_connectors: ['stripe_test', 'adyen_test'] },
      { card_network: 'Mastercard', surcharge_details: null, eligible_connectors: ['adyen_test'] },
    ],
    bank_names: null,
    bank_debits: null,
    bank_transfers: null,
    surcharge_details: null,
    pm_auth_connector: null,
  });
});

it.each([
  [
    'wallet',
    'google_pay',
    { payment_experience: [{ payment_experience_type: 'invoke_sdk_client', eligible_connectors: ['stripe'] }] },
  ],
  ['bank_debit', 'sepa', { bank_debits: { eligible_connectors: ['stripe'] } }],
  ['bank_transfer', 'multibanco', { bank_transfers: { eligible_connectors: ['stripe'] } }],
  ['bank_redirect', 'sofort', { bank_names: [{ bank_name: [], eligible_connectors: ['stripe'] }] }],
  ['bank_redirect', 'bancontact_card', { bank_names: [] }],
])('%s %s shows its own part', (method, type, expected) => {
  const nothing = {
    payment_experience: null,
    card_networks: null,
    bank_names: null,
    bank_debits: null,
    bank_transfers: null,
  };
  expect(only([anAccount('stripe', enabling(method, aType(type)))])).toMatchObject({ ...nothing, ...expected });
});

it('a bank redirect names the connector’s banks', () => {
  const [banks] = only([anAccount('stripe', enabling('bank_redirect', aType('ideal')))])['bank_names'] as [
    { bank_name: string[]; eligible_connectors: string[] },
  ];
  expect(banks.bank_name).toContain('rabobank');
  expect(banks.eligible_connectors).toEqual(['stripe']);
});

it('two experiences of one type are listed apart', () => {
  const accounts = [
    anAccount('stripe', enabling('wallet', aType('google_pay', { payment_experience: 'redirect_to_url' }))),
    anAccount('stripe', enabling('wallet', aType('google_pay'))),
  ];
  expect(only(accounts)['payment_experience']).toEqual([
    { payment_experience_type: 'redirect_to_url', eligible_connectors: ['stripe'] },
    { payment_experience_type: 'invoke_sdk_client', eligible_connectors: ['stripe'] },
  ]);
});

it('only accounts of the profile are listed, or of all profiles', () => {
  const accounts = [anAccount('stripe_test', visa), anAccount('adyen_test', visa, { profileId: otherProfile })];
  const connectors = (request: Partial<ListRequest>) =>
    (only(accounts, request)['card_networks'] as { eligible_connectors: string[] }[])[0]?.eligible_connectors;
  expect(connectors({})).toEqual(['stripe_test']);
  expect(connectors({ profileId: otherProfile })).toEqual(['adyen_test']);
  expect(connectors({ profileId: null })).toEqual(['stripe_test', 'adyen_test']);
  expect(view(accounts, { profileId: null })).toMatchObject({
    redirect_url: null,
    collect_shipping_details_from_wallets: null,
    collect_billing_details_from_wallets: null,
  });
});

it('the limit is a number of types', () => {
  const accounts = [anAccount('stripe', null)];
  const count = (limit: number) =>
    methods(accounts, { filters: { limit } }).flatMap((one) => one.payment_method_types).length;
  expect([count(0), count(1), count(3)]).toEqual([0, 1, 3]);
});

describe('what wallets collect', () => {
  it.each([
    [{}, false],
    [{ collectsBilling: true }, true],
    [{ alwaysCollectsBilling: true }, true],
  ])('%j', (profile, expected) =>
    expect(view([], {}, aListedProfile(profile))['collect_billing_details_from_wallets']).toBe(expected),
  );

  it.each([
    ['the SDK of a wallet collects', 'google_pay', undefined, true],
    ['a page does not collect', 'google_pay', 'redirect_to_url', false],
  ])('%s the address that the profile always requests', (_, type, payment_experience, expected) => {
    const profile = aListedProfile({ alwaysCollectsBilling: true, alwaysCollectsShipping: true });
    const accounts = [
      anAccount('stripe', enabling('wallet', aType(type, payment_experience ? { payment_experience } : {}))),
    ];
    const fields = Object.keys(only(accounts, {}, profile)['required_fields'] as object);
    expect(fields.includes('billing.address.line1')).toBe(expected);
    expect(fields.includes('shipping.address.line1')).toBe(expected);
  });
});

describe('required fields', () => {
  const sepa = [anAccount('stripe', enabling('bank_debit', aType('sepa')))];

  it('a known value is filled in, and the rest is to be asked for', () => {
    const known = { billing: { address: { first_name: 'Jo' }, email: 'jo@example.com' }, shipping: null };
    const fields = only(sepa, { payment: aListedPayment({ known }) })['required_fields'] as Record<
      string,
      { value: unknown }
    >;
    expect(Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))).toEqual({
      'billing.address.first_name': 'Jo',
      'billing.address.last_name': null,
      'billing.email': 'jo@example.com',
      'payment_method_data.bank_debit.sepa_bank_debit.iban': null,
    });
  });

  it.each<[string, JsonObject, readonly string[]]>([
    [
      'a part of an address is asked for as a whole',
      { address: { first_name: 'Jo' }, email: 'jo@example.com' },
      ['billing'],
    ],
    [
      'a whole address is not asked for',
      { address: { first_name: 'Jo', last_name: 'Doe' }, email: 'jo@example.com' },
      [],
    ],
  ])('of what a caller may not see, %s', (_, billing, asked) => {
    const payment = aListedPayment({ known: { billing, shipping: null }, hidesKnown: true });
    const fields = only(sepa, { payment })['required_fields'] as Record<string, { value: unknown }>;
    const groups = Object.keys(fields).map((name) => name.split('.')[0]);
    expect([...new Set(groups)].sort()).toEqual([...asked, 'payment_method_data']);
    expect(JSON.stringify(fields)).not.toContain('Jo');
  });

  it('a value that is no text, or that every object has, is not known', () => {
    const known = { billing: { address: { first_name: { toString: 1 }, last_name: 7 } }, shipping: null };
    const fields = only(sepa, { payment: aListedPayment({ known }) })['required_fields'] as Record<
      string,
      { value: unknown }
    >;
    expect(Object.values(fields).map(({ value }) => value)).toEqual([null, null, null, null]);
  });

  it('a payment that saves its payment method requires more', () => {
    const ideal = [anAccount('stripe', enabling('bank_redirect', aType('ideal')))];
    const names = (paymentType: 'normal' | 'new_mandate') =>
      Object.keys(only(ideal, { payment: aListedPayment({ paymentType }) })['required_fields'] as object);
    expect(names('normal')).toEqual([]);
    expect(names('new_mandate')).toEqual(expect.arrayContaining(['billing.email', 'billing.address.first_name']));
  });

  it('a type that no connector describes has none', () => {
    const transfer = [anAccount('stripe', enabling('bank_transfer', aType('ach')))];
    expect(only(transfer)['required_fields']).toBeNull();
  });
});

it('surcharges stand at the networks of cards, and at the types of other payment methods', () => {
  const accounts = [
    anAccount('stripe', visa),
    anAccount('stripe', enabling('wallet', aType('google_pay', { payment_experience: 'invoke_sdk_client' }))),
  ];
  const request = { payment: null, profileId, filters: {}, testConnectors: true };
  const settings = {
    merchantName: null,
    organizationId: 'org_1' as never,
    accounts,
    payoutAccounts: [],
    profiles: new Map(),
  };
  const { types } = listParts(settings, request);
  const methodsOfList = choosableMethods(types);
  expect(methodsOfList).toEqual([
    { paymentMethod: 'card', paymentMethodType: 'credit', cardNetwork: 'Visa' },
    { paymentMethod: 'wallet', paymentMethodType: 'google_pay', cardNetwork: null },
  ]);
  const [ofVisa, ofWallet] = [{ display_total_surcharge_amount: 1 }, { display_total_surcharge_amount: 2 }];
  const surcharges = surchargesOf(methodsOfList, { surcharges: [ofVisa, ofWallet], showsIndividually: true });
  const list = listView(settings, request, { surcharges }) as { payment_methods: Methods } & Record<string, unknown>;
  expect(list['show_surcharge_breakup_screen']).toBe(true);
  expect(list.payment_methods.map(({ payment_method_types: [type] }) => type)).toMatchObject([
    { surcharge_details: null, card_networks: [{ card_network: 'Visa', surcharge_details: ofVisa }] },
    { surcharge_details: ofWallet, card_networks: null },
  ]);
});
