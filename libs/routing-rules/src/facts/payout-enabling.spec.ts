import type { PaymentMethodsEnabled } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import { namesPayoutMethod, payoutFilterOf, payoutMethodNames, requestedPayouts } from './payout-enabling';

const payout = { money: money(6_540n, 'EUR'), cardNetwork: null, country: 'NL' } as const;
const sepa = requestedPayouts({ ...payout, payoutType: 'bank', methodType: 'sepa' });
const enabling = (payment_method: string, ...types: object[]): PaymentMethodsEnabled =>
  [{ payment_method, payment_method_types: types }] as PaymentMethodsEnabled;

it('a SEPA transfer has two names, every other destination one', () => {
  expect(payoutMethodNames('bank', 'sepa')).toEqual(['sepa', 'sepa_bank_transfer']);
  expect(payoutMethodNames('bank', 'ach')).toEqual(['ach']);
  expect(payoutMethodNames('wallet', 'paypal')).toEqual(['paypal']);
  expect(sepa.map(({ paymentMethod, paymentMethodType }) => [paymentMethod, paymentMethodType])).toEqual([
    ['bank_transfer', 'sepa'],
    ['bank_transfer', 'sepa_bank_transfer'],
  ]);
});

it.each<[string, PaymentMethodsEnabled | null, string | null]>([
  ['nothing named', null, null],
  ['an empty list', [], null],
  ['one of its names', enabling('bank_transfer', { payment_method_type: 'sepa_bank_transfer' }), null],
  ['another method', enabling('card', { payment_method_type: 'debit' }), 'payment_method'],
  ['another type', enabling('bank_transfer', { payment_method_type: 'ach' }), 'payment_method_type'],
  [
    'another currency',
    enabling('bank_transfer', {
      payment_method_type: 'sepa',
      accepted_currencies: { type: 'enable_only', list: ['USD'] },
    }),
    'currency',
  ],
  ['larger sums', enabling('bank_transfer', { payment_method_type: 'sepa', minimum_amount: 10_000 }), 'amount'],
])('an account with %s', (_, enabled, filter) => expect(payoutFilterOf(enabled, sepa)).toBe(filter));

it.each([
  ['bank_transfer', 'sepa', true],
  ['bank_transfer', 'sepa_bank_transfer', true],
  ['bank_transfer', 'ach', false],
  ['wallet', 'sepa', false],
] as const)('a list with %s, %s names a SEPA transfer: %s', (payment_method, type, expected) =>
  expect(namesPayoutMethod([{ payment_method, payment_method_types: [type] }], 'bank', ['sepa'])).toBe(expected),
);
