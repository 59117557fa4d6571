import type { PaymentForSession, PaymentMethodsEnabled } from '@payorch/contracts';
import type { ProfileId } from '@payorch/kernel';
import { money } from '@payorch/kernel';
import { enabledWallets } from './enabled-wallets';

const profileId = 'pro_1' as ProfileId;
const usd = (amount: bigint): PaymentForSession => ({
  profileId,
  money: money(amount, 'USD'),
  captureMethod: null,
  country: 'DE',
  email: null,
});
const enabled = (...types: (string | object)[]) =>
  [
    {
      payment_method: 'wallet',
      payment_method_types: types.map((type) => (typeof type === 'string' ? { payment_method_type: type } : type)),
    },
  ] as PaymentMethodsEnabled;
const account = (payment_methods_enabled: PaymentMethodsEnabled | null, more: object = {}) => ({
  profileId,
  connectorType: 'payment_processor',
  disabled: false,
  details: { payment_methods_enabled },
  ...more,
});
const enabledFor = (one: ReturnType<typeof account>, requested: string[] = [], payment = usd(6540n)) =>
  enabledWallets([one], payment, requested).map(([wallet]) => wallet);
const every = ['google_pay', 'samsung_pay', 'paze', 'paypal', 'apple_pay'];
const googlePay = (more: object) => enabled({ payment_method_type: 'google_pay', ...more });

it.each<[string, PaymentMethodsEnabled | null, string[]]>([
  ['the enabled wallets', enabled('google_pay', 'paze'), ['google_pay', 'paze']],
  ['every wallet without settings', null, every],
  ['every wallet where its types are not named', [{ payment_method: 'wallet' }], every],
  ['no wallet of another payment method', [{ payment_method: 'card' }], []],
  ['no wallet without a session', enabled('amazon_pay', 'paypal'), ['paypal']],
  [
    'PayPal, unless with a redirect',
    enabled({ payment_method_type: 'paypal', payment_experience: 'redirect_to_url' }),
    [],
  ],
  ['wallets with their own SDK', googlePay({ payment_experience: 'invoke_sdk_client' }), ['google_pay']],
  ['no wallet with a redirect', googlePay({ payment_experience: 'redirect_to_url' }), []],
  ['no other currency', googlePay({ accepted_currencies: { type: 'enable_only', list: ['EUR'] } }), []],
  ['no other country', googlePay({ accepted_countries: { type: 'disable_only', list: ['DE'] } }), []],
  ['no smaller sum', googlePay({ minimum_amount: 6541 }), []],
  ['no larger sum', googlePay({ maximum_amount: 6539 }), []],
])('an account enables %s', (_, methods, expected) => expect(enabledFor(account(methods))).toEqual(expected));

it.each<[string, object]>([
  ['is disabled', { disabled: true }],
  ['is of another profile', { profileId: 'pro_2' }],
  ['takes no payments', { connectorType: 'payout_processor' }],
])('an account that %s enables nothing', (_, more) => expect(enabledFor(account(null, more))).toEqual([]));

it('only requested wallets are returned, and some never', () =>
  expect(enabledFor(account(null), ['amazon_pay', 'paze', 'credit'])).toEqual(['paze']));

it('a zero amount requires wallets that can be charged again', () => {
  const once = account(googlePay({ recurring_enabled: false, minimum_amount: 1 }));
  expect([enabledFor(once), enabledFor(once, [], usd(0n))]).toEqual([['google_pay'], []]);
});

it('the wallets have the order of the accounts', () => {
  const [first, second] = [account(enabled('paze', 'google_pay')), account(enabled('google_pay'))];
  expect(enabledWallets([first, second], usd(6540n), [])).toEqual([
    ['google_pay', first],
    ['paze', first],
    ['google_pay', second],
  ]);
});
