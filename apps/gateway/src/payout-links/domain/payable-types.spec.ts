import type { PayoutForLink } from '@payorch/contracts';
import { money, type ProfileId } from '@payorch/kernel';
import type { ListedAccount } from '../../payment-method-list';
import { payableTypes } from './payable-types';

const profileId = 'pro_1' as ProfileId;
const account = (connector: string, more: Partial<ListedAccount> = {}): ListedAccount => ({
  profileId,
  connector,
  enabled: null,
  ...more,
});
const aPayout = (change: Partial<PayoutForLink> = {}, enabled: [string, ...string[]][] | null = null) =>
  ({
    profileId,
    payoutType: null,
    country: null,
    money: money(6_540n, 'EUR'),
    link: {
      config: {
        enabled_payment_methods:
          enabled?.map(([payment_method, ...payment_method_types]) => ({
            payment_method,
            payment_method_types,
          })) ?? null,
      },
    },
    ...change,
  }) as PayoutForLink;

const all = ['credit', 'debit', 'sepa', 'ach', 'bacs', 'pix', 'paypal', 'venmo'];
const usd = { money: money(6_540n, 'USD') };

it.each<[string, PayoutForLink, readonly ListedAccount[], readonly string[]]>([
  ['all that a connector pays to', aPayout(), [account('pretendpay')], all],
  ['what Wise pays in euros', aPayout(), [account('wise')], ['sepa']],
  ['what Stripe pays in dollars', aPayout(usd), [account('stripe')], ['debit', 'ach']],
  ['what two accounts pay to', aPayout(usd), [account('wise'), account('stripe')], ['debit', 'ach']],
  ['nothing of another profile', aPayout(), [account('pretendpay', { profileId: 'pro_2' as ProfileId })], []],
  ['nothing of an unknown connector', aPayout(), [account('gone')], []],
  ['nothing without an account', aPayout(), [], []],
  [
    'the type that the merchant has said',
    aPayout({ payoutType: 'wallet' }),
    [account('pretendpay')],
    [...['paypal', 'venmo']],
  ],
  [
    'what the link enables',
    aPayout({}, [
      ['card', 'debit'],
      ['wallet', 'paypal'],
    ]),
    [account('pretendpay')],
    ['debit', 'paypal'],
  ],
  [
    'what the account enables',
    aPayout(),
    [
      account('pretendpay', {
        enabled: [
          { payment_method: 'bank_transfer', payment_method_types: [{ payment_method_type: 'sepa_bank_transfer' }] },
        ],
      }),
    ],
    ['sepa'],
  ],
])('offers %s', (_, payout, accounts, expected) =>
  expect([...payableTypes(payout, { accounts, testConnectors: true })].sort()).toEqual([...expected].sort()),
);

it('offers nothing of a test processor where there are none', () =>
  expect(payableTypes(aPayout(), { accounts: [account('pretendpay')], testConnectors: false })).toEqual([]));
