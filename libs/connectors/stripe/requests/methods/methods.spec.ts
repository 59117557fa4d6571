import { InvariantError } from '@payorch/kernel';
import { capabilities } from '../../capabilities';
import { paidWith, sampleMethods } from '../../test/sample-methods';
import { epsBanks, idealBanks, przelewy24Banks } from './bank-names';
import { methodOf } from './index';

/** Stripe's types, by the interface's methods and types. */
const stripeTypes: Readonly<Record<string, string>> = {
  'wallet apple_pay': 'card',
  'wallet google_pay': 'card',
  'wallet ali_pay': 'alipay',
  'wallet amazon_pay': 'amazon_pay',
  'wallet cashapp': 'cashapp',
  'wallet revolut_pay': 'revolut_pay',
  'wallet we_chat_pay': 'wechat_pay',
  'bank_redirect bancontact_card': 'bancontact',
  'bank_redirect blik': 'blik',
  'bank_redirect eps': 'eps',
  'bank_redirect giropay': 'giropay',
  'bank_redirect ideal': 'ideal',
  'bank_redirect przelewy24': 'p24',
  'bank_redirect sofort': 'sofort',
  'bank_debit ach': 'us_bank_account',
  'bank_debit sepa': 'sepa_debit',
  'bank_debit bacs': 'bacs_debit',
  'bank_debit becs': 'au_becs_debit',
  'bank_transfer ach': 'customer_balance',
  'bank_transfer bacs': 'customer_balance',
  'bank_transfer multibanco': 'multibanco',
  'bank_transfer sepa_bank_transfer': 'customer_balance',
  'pay_later affirm': 'affirm',
  'pay_later afterpay_clearpay': 'afterpay_clearpay',
  'pay_later klarna': 'klarna',
};

describe('methods', () => {
  it('the methods are exactly those of the capabilities', () => {
    const supported = capabilities
      .filter(({ paymentMethod }) => paymentMethod !== 'card')
      .flatMap(({ paymentMethod, paymentMethodTypes }) => paymentMethodTypes.map((type) => `${paymentMethod} ${type}`));
    expect(supported.sort()).toEqual(Object.keys(stripeTypes).sort());
    expect([...new Set(sampleMethods.map((one) => `${one.paymentMethod} ${one.paymentMethodType}`))].sort()).toEqual(
      Object.keys(stripeTypes).sort(),
    );
  });

  it.each(sampleMethods)('$paymentMethod $paymentMethodType has its type of Stripe', (sample) => {
    expect(methodOf(paidWith(sample)).type).toBe(stripeTypes[`${sample.paymentMethod} ${sample.paymentMethodType}`]);
  });

  it.each([
    ['idealBanks', 'ideal', idealBanks],
    ['epsBanks', 'eps', epsBanks],
    ['przelewy24Banks', 'przelewy24', przelewy24Banks],
  ])('a bank that Stripe does not know is left out: %s', (_, key, banks) => {
    const bankOf = (bank_name: string | null) =>
      methodOf(paidWith({ ...sampleMethods[0]!, methodData: { bank_redirect: { [key]: { bank_name } } } })).details?.[
        'bank'
      ];
    for (const [name, bank] of Object.entries(banks)) expect(bankOf(name)).toBe(bank);
    expect(bankOf('a_bank_of_elsewhere')).toBeUndefined();
    expect(bankOf(null)).toBeUndefined();
  });

  it.each([
    ['none at all', null],
    ['an unknown family', { crypto: { crypto_currency: {} } }],
    ['a redirect that Stripe is not asked for', { bank_redirect: { online_banking_fpx: { issuer: 'maybank' } } }],
    ['an unknown wallet', { wallet: { paypal_redirect: {} } }],
    ['a name of the prototype', { wallet: { constructor: {} } }],
    ['no object', { wallet: 'apple_pay' }],
  ])('methodOf throws for %s, so that nothing is sent', (_, methodData) => {
    expect(() => methodOf({ ...paidWith(sampleMethods[0]!), methodData })).toThrow(InvariantError);
  });

  it('methodOf throws for a missing account number, so that nothing is sent', () => {
    const methodData = { bank_debit: { sepa_bank_debit: {} } };
    expect(() => methodOf({ ...paidWith(sampleMethods[0]!), methodData })).toThrow();
  });
});
