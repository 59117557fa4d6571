import { checkInput, inputsOf, readable } from './required-inputs';

const field = (required_field: string, field_type: unknown, more: object = {}) =>
  [required_field, { required_field, display_name: 'some_name', field_type, value: null, ...more }] as const;
const inputOf = (path: string, type: unknown, banks: readonly string[] = []) => inputsOf([field(path, type)], banks)[0];

it.each([
  ['payment_method_data.billing.address.first_name', 'user_full_name', 'firstName', 'billing given-name'],
  ['payment_method_data.billing.address.last_name', 'user_billing_name', 'lastName', 'billing family-name'],
  ['payment_method_data.billing.address.zip', 'user_address_pincode', 'zip', 'billing postal-code'],
  ['shipping.address.city', 'user_shipping_address_city', 'city', 'shipping address-level2'],
  ['payment_method_data.billing.email', 'user_email_address', 'email', 'billing email'],
  [
    'payment_method_data.billing.phone.country_code',
    'user_phone_number_country_code',
    'dialingCode',
    'billing tel-country-code',
  ],
  ['payment_method_data.bank_debit.sepa_bank_debit.iban', 'user_iban', 'iban', 'off'],
])('%s of the kind %s is labelled %s', (path, kind, key, autocomplete) =>
  expect(inputOf(path, kind)).toMatchObject({ path, label: { key }, autocomplete, options: [] }),
);

it('a kind without a label of the page’s own has the listing’s name', () =>
  expect(inputOf('payment_method_data.bank_debit.becs_bank_debit.bsb_number', 'user_bsb_number')).toMatchObject({
    label: { text: 'Some name' },
    type: 'text',
  }));

it('options make a choice', () => {
  const country = inputOf('payment_method_data.billing.address.country', { user_country: { options: ['DE', 'NL'] } });
  expect(country).toMatchObject({ type: 'select', options: ['DE', 'NL'], isCountry: true });
});

it('a bank is chosen among the banks of the listing', () => {
  expect(inputOf('payment_method_data.bank_redirect.ideal.bank_name', 'user_bank', ['ing', 'rabobank'])).toMatchObject({
    type: 'select',
    options: ['ing', 'rabobank'],
    isCountry: false,
  });
});

it('the card form asks for the fields of the card', () => {
  const fields = [
    field('payment_method_data.card.card_number', 'user_card_number'),
    field('payment_method_data.card.card_exp_year', 'user_card_expiry_year'),
  ];
  expect(inputsOf(fields, [])).toEqual([]);
});

it('what the payment has is not asked for again, but an address is shown as a whole', () => {
  const known = (path: string, value: string | null) => field(path, 'text', { value });
  const fields = [
    known('payment_method_data.billing.address.city', 'Bern'),
    known('payment_method_data.billing.email', 'ada@example.com'),
    known('shipping.address.city', 'Bern'),
    known('shipping.address.zip', null),
    known('shipping.address.zip', null),
    known('payment_method_data.bank_redirect.blik.blik_code', '777123'),
  ];
  expect(inputsOf(fields, []).map(({ path, value }) => [path, value])).toEqual([
    ['shipping.address.city', 'Bern'],
    ['shipping.address.zip', ''],
  ]);
});

it.each([
  ['user_email_address', '', 'required'],
  ['user_email_address', 'ada', 'emailWrong'],
  ['user_email_address', ' ada@example.com ', undefined],
  ['user_address_city', 'Bern', undefined],
  ['user_address_city', '  ', 'required'],
  [{ user_bank_options: { options: ['ing'] } }, '', 'chooseOne'],
])('the kind %j with the value %j: %s', (kind, value, expected) =>
  expect(checkInput(inputOf('some.path', kind)!, value)?.key).toBe(expected),
);

it('names of the interface become words', () => expect(readable('bank_austria')).toBe('Bank austria'));
