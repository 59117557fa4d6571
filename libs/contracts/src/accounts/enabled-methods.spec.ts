import { money } from '@payorch/kernel';
import type { PaymentMethodsEnabled } from './accounts.config';
import { enables, enablingFilterOf, type EnablingFilter, type RequestedMethod } from './enabled-methods';

/** 65.40 USD by a Visa credit card from Germany. */
const aPayment = (given: Partial<RequestedMethod> = {}): RequestedMethod => ({
  money: money(6540n, 'USD'),
  paymentMethod: 'card',
  paymentMethodType: 'credit',
  cardNetwork: 'Visa',
  country: 'DE',
  mandate: 'not_needed',
  ...given,
});

type Type = NonNullable<PaymentMethodsEnabled[number]['payment_method_types']>[number];
const credit = (limits: Partial<Type> = {}): PaymentMethodsEnabled => [
  { payment_method: 'card', payment_method_types: [{ payment_method_type: 'credit', ...limits }] },
];
const usd = (amount: bigint) => aPayment({ money: money(amount, 'USD') });

describe('payment_methods_enabled', () => {
  it.each([
    ['null: everything', null, aPayment(), true],
    ['an empty list: nothing', [], aPayment(), false],
    ['the method without its types', [{ payment_method: 'card' }], aPayment(), true],
    ['the method with null types', [{ payment_method: 'card', payment_method_types: null }], aPayment(), true],
    ['the method with no type at all', [{ payment_method: 'card', payment_method_types: [] }], aPayment(), false],
    ['another method', [{ payment_method: 'wallet' }], aPayment(), false],
    ['the type', credit(), aPayment(), true],
    ['another type', credit(), aPayment({ paymentMethodType: 'debit' }), false],
    ['any type where the payment names none', credit(), aPayment({ paymentMethodType: null }), true],
    ['the network', credit({ card_networks: ['Visa'] }), aPayment(), true],
    ['another network', credit({ card_networks: ['Mastercard'] }), aPayment(), false],
    ['a network that we do not know', credit({ card_networks: ['Visa'] }), aPayment({ cardNetwork: null }), true],
    ['an empty list of networks', credit({ card_networks: [] }), aPayment(), false],
    ['an enabled currency', credit({ accepted_currencies: { type: 'enable_only', list: ['USD'] } }), aPayment(), true],
    ['a missing currency', credit({ accepted_currencies: { type: 'enable_only', list: ['EUR'] } }), aPayment(), false],
    [
      'a disabled currency',
      credit({ accepted_currencies: { type: 'disable_only', list: ['USD'] } }),
      aPayment(),
      false,
    ],
    ['another disabled', credit({ accepted_currencies: { type: 'disable_only', list: ['EUR'] } }), aPayment(), true],
    ['all currencies', credit({ accepted_currencies: { type: 'all_accepted' } }), aPayment(), true],
    ['an enabled country', credit({ accepted_countries: { type: 'enable_only', list: ['DE'] } }), aPayment(), true],
    ['a missing country', credit({ accepted_countries: { type: 'enable_only', list: ['FR'] } }), aPayment(), false],
    ['a disabled country', credit({ accepted_countries: { type: 'disable_only', list: ['DE'] } }), aPayment(), false],
    [
      'no country',
      credit({ accepted_countries: { type: 'enable_only', list: ['FR'] } }),
      aPayment({ country: null }),
      true,
    ],
    ['below the minimum', credit({ minimum_amount: 100 }), usd(99n), false],
    ['the minimum', credit({ minimum_amount: 100 }), usd(100n), true],
    ['the maximum', credit({ maximum_amount: 100 }), usd(100n), true],
    ['above the maximum', credit({ maximum_amount: 100 }), usd(101n), false],
    ['a maximum of null', credit({ maximum_amount: null }), usd(101n), true],
  ] as const)('%s', (_, enabled, payment, expected) => {
    expect(enables(enabled as PaymentMethodsEnabled | null, payment)).toBe(expected);
  });

  const limits: [string, Partial<Type>][] = [
    ['no recurring payments', { recurring_enabled: false }],
    ['a minimum', { minimum_amount: 10_000 }],
    ['a maximum', { maximum_amount: 10 }],
  ];

  it.each(limits)(
    '%s restricts neither the charge of a saved payment method nor a set-up of zero, in routing',
    (_, of) => {
      expect(enables(credit(of), aPayment({ mandate: 'charge' }), 'routing')).toBe(true);
      expect(enables(credit(of), aPayment({ mandate: 'set_up', money: money(0n, 'USD') }), 'routing')).toBe(true);
      expect(enables(credit(of), aPayment({ mandate: 'set_up' }), 'routing')).toBe(false);
    },
  );

  it.each(limits)('%s restricts what is listed for a charge', (_, of) =>
    expect(enables(credit(of), aPayment({ mandate: 'charge' }), 'listing')).toBe(false),
  );

  it('amount zero passes every minimum, in lists too', () =>
    expect(enables(credit({ minimum_amount: 10_000 }), usd(0n))).toBe(true));

  it('the amount limits of two types are not combined', () => {
    const enabled: PaymentMethodsEnabled = [
      {
        payment_method: 'card',
        payment_method_types: [
          { payment_method_type: 'credit', card_networks: ['Mastercard'] },
          { payment_method_type: 'debit', card_networks: ['Visa'] },
        ],
      },
    ];
    expect(enables(enabled, aPayment({ paymentMethodType: 'credit', cardNetwork: 'Visa' }))).toBe(false);
    expect(enables(enabled, aPayment({ paymentMethodType: null, cardNetwork: 'Visa' }))).toBe(true);
  });
});

describe('the filter of payment_methods_enabled', () => {
  const only = (value: string) => ({ type: 'enable_only', list: [value] });
  const recurring = aPayment({ mandate: 'set_up' });

  it.each<[string, PaymentMethodsEnabled | null, EnablingFilter | null, RequestedMethod?]>([
    ['none where everything is enabled', null, null],
    ['none where the type accepts the payment', credit(), null],
    ['none where the method restricts no type', [{ payment_method: 'card', payment_method_types: null }], null],
    ['the method where only others are enabled', [{ payment_method: 'wallet' }], 'payment_method'],
    [
      'the type where only others are enabled',
      [{ payment_method: 'card', payment_method_types: [] }],
      'payment_method_type',
    ],
    ['the currency', credit({ accepted_currencies: only('EUR') }), 'currency'],
    ['the country', credit({ accepted_countries: only('FR') }), 'country'],
    ['an amount below the minimum', credit({ minimum_amount: 10_000 }), 'amount'],
    ['an amount above the maximum', credit({ maximum_amount: 1 }), 'amount'],
    ['the network', credit({ card_networks: ['Mastercard'] }), 'card_network'],
    ['recurring payments', credit({ recurring_enabled: false }), 'recurring', recurring],
    [
      'the first of several, in the order of the filters',
      credit({ card_networks: ['Mastercard'], accepted_currencies: only('EUR'), recurring_enabled: false }),
      'currency',
      recurring,
    ],
    [
      'that of the type which comes closest',
      [
        {
          payment_method: 'card',
          payment_method_types: [
            { payment_method_type: 'credit', accepted_currencies: only('EUR') },
            { payment_method_type: 'credit', card_networks: ['Mastercard'] },
            { payment_method_type: 'debit' },
          ],
        },
      ],
      'card_network',
    ],
  ])('is %s', (_, enabled, filter, payment = aPayment()) =>
    expect(enablingFilterOf(enabled, payment, 'routing')).toBe(filter),
  );
});
