import { bankNamesAt, catalogue, collectedFromWallets, requiredFieldsAt, supportedMethods } from './catalogue';

const definitions = Object.entries(catalogue) as [
  string,
  { requiredFields?: object; bankNames?: object; capabilities: (typeof catalogue)['stripe']['capabilities'] },
][];

const supports = (name: string, method: string, type: string): boolean =>
  supportedMethods(definitions.find(([known]) => known === name)![1]).some(
    ({ paymentMethod, paymentMethodType }) => paymentMethod === method && paymentMethodType === type,
  );

it.each(definitions)('%s requires fields only of types that it supports', (name, { requiredFields = {} }) => {
  for (const [method, types] of Object.entries(requiredFields))
    for (const type of Object.keys(types as object)) expect([type, supports(name, method, type)]).toEqual([type, true]);
});

it.each(definitions)('%s names banks only of bank redirects that it supports', (name, { bankNames = {} }) => {
  for (const type of Object.keys(bankNames))
    expect([type, supports(name, 'bank_redirect', type)]).toEqual([type, true]);
});

const at = (paymentMethod: string, paymentMethodType: string, connector = 'stripe') => ({
  connector,
  paymentMethod,
  paymentMethodType,
});
const names = (fields: object | undefined) => fields && Object.keys(fields);

describe('requiredFieldsAt', () => {
  it('a field has its path in a request, its label and its kind of input', () => {
    expect(requiredFieldsAt(at('card', 'credit', 'stripe_test'), false)?.['payment_method_data.card.card_cvc']).toEqual(
      {
        required_field: 'payment_method_data.card.card_cvc',
        display_name: 'card_cvc',
        field_type: 'user_card_cvc',
      },
    );
  });

  it.each([
    ['always', 'bancontact_card', false, ['billing.address.first_name', 'billing.address.last_name']],
    ['to save it', 'ideal', true, ['billing.address.first_name', 'billing.address.last_name', 'billing.email']],
    ['only to save it', 'ideal', false, []],
    ['only if it is not saved', 'przelewy24', false, ['billing.email']],
    ['nothing more if it is saved', 'przelewy24', true, []],
  ])('Stripe requires fields of a bank redirect %s: %s', (_, type, isSaved, expected) => {
    expect(names(requiredFieldsAt(at('bank_redirect', type), isSaved))).toEqual(expected);
  });

  it.each([
    at('wallet', 'mb_way', 'stripe_test'),
    at('card', 'constructor'),
    at('constructor', 'credit'),
    at('card', 'credit', 'no_such_connector'),
  ])('nothing is known of %j', (method) => {
    expect(requiredFieldsAt(method, false)).toBeUndefined();
  });
});

it('a connector names the banks of some bank redirects', () => {
  expect(bankNamesAt({ connector: 'stripe', paymentMethodType: 'ideal' })).toContain('rabobank');
  expect(bankNamesAt({ connector: 'stripe', paymentMethodType: 'sofort' })).toBeUndefined();
  expect(bankNamesAt({ connector: 'phonypay', paymentMethodType: 'ideal' })).toBeUndefined();
});

it('wallets collect whole addresses', () => {
  expect(names(collectedFromWallets.billing)).toEqual(
    expect.arrayContaining([
      'billing.address.line1',
      'billing.address.country',
      'billing.email',
      'billing.phone.number',
    ]),
  );
  expect(names(collectedFromWallets.shipping)).toEqual(
    expect.arrayContaining(['shipping.address.zip', 'shipping.email', 'shipping.phone.country_code']),
  );
});
