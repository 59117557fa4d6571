import type { PaymentForMethodList, PaymentMethodsEnabled } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import { aListedPayment, anAccount, aType, enabling } from '../../../test/listings';
import { eligibleTypes, type EligibleType } from './eligible-types';
import type { ListedAccount } from './listing-settings';
import type { MethodFilters } from './method-filters';

const eligible = (
  accounts: readonly ListedAccount[],
  payment: PaymentForMethodList | null = null,
  filters: MethodFilters = {},
  testConnectors = true,
): readonly EligibleType[] => eligibleTypes(accounts, { payment, filters, testConnectors });
const names = (types: readonly EligibleType[]) => types.map((one) => one.paymentMethodType);

const atStripe = (enabled: PaymentMethodsEnabled | null) => [anAccount('stripe', enabled)];
const credit = (more: Parameters<typeof aType>[1] = {}) => atStripe(enabling('card', aType('credit', more)));
const redirects = (...types: string[]) => atStripe(enabling('bank_redirect', ...types.map((type) => aType(type))));

describe('what an account enables', () => {
  it('an account without a list has every type that its connector supports', () => {
    expect(names(eligible(atStripe(null)))).toEqual(
      expect.arrayContaining(['credit', 'google_pay', 'ideal', 'klarna']),
    );
  });

  it('a payment method without types has every type of it', () => {
    expect(names(eligible(atStripe([{ payment_method: 'bank_debit', payment_method_types: null }])))).toEqual([
      ...['ach', 'sepa', 'bacs', 'becs'],
    ]);
  });

  it.each<[string, readonly ListedAccount[]]>([
    ['a type that the connector lacks', atStripe(enabling('voucher', aType('boleto')))],
    ['a type of another payment method', atStripe(enabling('wallet', aType('ideal')))],
    ['a connector that does not exist', [anAccount('no_such_connector')]],
    ['card networks that the connector lacks', credit({ card_networks: ['RuPay'] })],
    ['no card network', credit({ card_networks: [] })],
  ])('%s is not listed', (_, accounts) => expect(eligible(accounts)).toEqual([]));

  it('a test processor is not listed where test processors are disabled', () => {
    expect(names(eligible([anAccount('stripe_test')], null, {}, false))).toEqual([]);
    expect(names(eligible([anAccount('stripe_test')]))).toContain('credit');
  });

  it('a card has the networks that the account names and the connector supports', () => {
    const [named] = eligible(credit({ card_networks: ['Visa', 'RuPay', 'JCB'] }));
    expect(named?.networks).toEqual(['Visa', 'JCB']);
    const [all] = eligible(credit());
    expect(all?.networks).toEqual(expect.arrayContaining(['Visa', 'Mastercard', 'UnionPay']));
  });

  it.each([
    ['card', 'credit', undefined, null],
    ['bank_redirect', 'ideal', undefined, null],
    ['bank_redirect', 'ideal', 'redirect_to_url', 'redirect_to_url'],
    ['wallet', 'google_pay', undefined, 'invoke_sdk_client'],
    ['wallet', 'google_pay', 'redirect_to_url', 'redirect_to_url'],
    ['wallet', 'cashapp', undefined, 'display_qr_code'],
    ['pay_later', 'klarna', undefined, 'redirect_to_url'],
  ])('the experience of %s %s is the account’s, %s, else the usual one', (method, type, experience, expected) => {
    const accounts = atStripe(enabling(method, aType(type, experience ? { payment_experience: experience } : {})));
    expect(eligible(accounts).map((one) => one.experience)).toEqual([expected]);
  });
});

describe('a payment', () => {
  const payment = aListedPayment;
  const limited = {
    accepted_countries: { type: 'enable_only', list: ['DE'] },
    maximum_amount: 5000,
    minimum_amount: 10,
  };
  const fits = (accounts: readonly ListedAccount[], of: PaymentForMethodList) => eligible(accounts, of).length > 0;

  it.each<[string, readonly ListedAccount[], PaymentForMethodList, boolean]>([
    ['within all limits', credit(limited), payment({ country: 'DE' }), true],
    ['of another country', credit(limited), payment({ country: 'FR' }), false],
    ['of an unknown country', credit(limited), payment(), true],
    ['above the amount', credit(limited), payment({ money: money(5001n, 'EUR') }), false],
    ['below the amount', credit(limited), payment({ money: money(9n, 'EUR') }), false],
    ['of zero', credit(limited), payment({ money: money(0n, 'EUR') }), true],
    ['of a country that the connector lacks', redirects('ideal'), payment({ country: 'DE' }), false],
    ['of a country of the connector', redirects('ideal'), payment({ country: 'NL' }), true],
    [
      'of zero where the connector saves nothing',
      [anAccount('stripe_test')],
      payment({ money: money(0n, 'EUR') }),
      false,
    ],
    ['in a currency that the type lacks', redirects('ideal'), payment({ money: money(1n, 'USD') }), false],
    ['in a currency of the type', redirects('ideal'), payment(), true],
    [
      'in a currency that the account excludes',
      credit({ accepted_currencies: { type: 'disable_only', list: ['EUR'] } }),
      payment(),
      false,
    ],
    ['captured later where the type captures at once', redirects('ideal'), payment({ captureMethod: 'manual' }), false],
    ['captured later by card', credit(), payment({ captureMethod: 'manual' }), true],
    ['split where the connector can', credit(), payment({ splitAt: 'stripe' }), true],
    ['split in a form of another processor', credit(), payment({ splitAt: 'adyen' }), false],
    ['split where the connector cannot', [anAccount('adyen_test')], payment({ splitAt: 'adyen' }), false],
    ['authorized in part where the connector can', [anAccount('adyen_test')], payment({ partial: true }), true],
    ['authorized in part where the connector cannot', credit(), payment({ partial: true }), false],
    ['limited to other types', credit(), payment({ allowedTypes: ['debit'] }), false],
    ['limited to the type', credit(), payment({ allowedTypes: ['credit'] }), true],
  ])('%s', (_, accounts, of, expected) => expect(fits(accounts, of)).toBe(expected));

  it.each(['new_mandate', 'setup_mandate', 'recurring_mandate'] as const)(
    'a %s lists only types that the processor can save and the account enables for it',
    (paymentType) => {
      const saving = payment({ paymentType });
      expect(names(eligible(redirects('ideal', 'eps'), saving))).toEqual(['ideal']);
      expect(fits(credit({ recurring_enabled: false }), saving)).toBe(false);
      expect(fits(credit({ recurring_enabled: true }), saving)).toBe(true);
      expect(fits([anAccount('stripe_test')], saving)).toBe(false);
    },
  );
});

describe('the filters of the query', () => {
  const euros = { accepted_currencies: { type: 'enable_only', list: ['EUR', 'USD'] } };
  const german = { accepted_countries: { type: 'enable_only', list: ['DE', 'AT'] } };

  it.each<[MethodFilters, readonly ListedAccount[], boolean]>([
    [{ accepted_currencies: ['GBP'] }, credit(euros), false],
    [{ accepted_currencies: ['GBP', 'USD'] }, credit(euros), true],
    [{ accepted_currencies: ['USD'] }, redirects('ideal'), false],
    [{ accepted_currencies: [] }, credit(euros), true],
    [{ accepted_countries: ['FR'] }, credit(german), false],
    [{ accepted_countries: ['FR', 'AT'] }, credit(german), true],
    [{ accepted_countries: ['FR'] }, credit(), true],
    [{ accepted_countries: ['DE'] }, redirects('ideal'), false],
    [{ accepted_countries: ['DE', 'NL'] }, redirects('ideal'), true],
    [{ amount: 99 }, credit({ minimum_amount: 100 }), false],
    [{ amount: 100 }, credit({ minimum_amount: 100 }), true],
    [{ amount: 101 }, credit({ maximum_amount: 100 }), false],
    [{ recurring_enabled: true }, credit(), true],
    [{ recurring_enabled: true }, credit({ recurring_enabled: false }), false],
    [{ recurring_enabled: false }, credit({ recurring_enabled: false }), true],
    [{ recurring_enabled: true }, redirects('eps'), false],
    [{ recurring_enabled: false }, redirects('eps'), true],
    [{ installment_payment_enabled: true }, credit(), false],
    [{ installment_payment_enabled: true }, credit({ installment_payment_enabled: true }), true],
    [{ installment_payment_enabled: false }, credit(), true],
    [{ card_networks: ['Visa', 'JCB'] }, credit({ card_networks: ['Visa', 'JCB', 'Discover'] }), true],
    [{ card_networks: ['Visa', 'JCB'] }, credit({ card_networks: ['Visa'] }), false],
    [{ card_networks: ['Visa'] }, redirects('ideal'), true],
    [{ accepted_currencies: null, amount: null, recurring_enabled: null, card_networks: null }, credit(), true],
  ])('%j', (filters, accounts, expected) => expect(eligible(accounts, null, filters).length > 0).toBe(expected));

  it('filters narrow the list of a payment too', () => {
    expect(eligible(credit(), aListedPayment(), { accepted_currencies: ['EUR'] })).toHaveLength(1);
    expect(eligible(credit(german), aListedPayment({ country: 'DE' }), { accepted_countries: ['FR'] })).toEqual([]);
  });
});
