import type {
  CheckoutView,
  CollectView,
  ExpiredView,
  PageStyle,
  PayoutStatusView,
  PayoutView,
  StatusView,
} from '../src';

/** The configuration of a payment link without one: the defaults of the interface. */
export const aStyle = (change: Partial<PageStyle> = {}): PageStyle => ({
  theme: '#212E46',
  logo: '',
  seller_name: 'Test merchant',
  sdk_layout: 'tabs',
  display_sdk_only: false,
  enabled_saved_payment_method: false,
  hide_card_nickname_field: false,
  show_card_form_by_default: true,
  enable_button_only_on_form_ready: false,
  ...change,
});

const frame = { locale: 'en', isTestMode: false, basePath: '' } as const;
const payment = {
  merchantId: 'acme',
  paymentId: 'pay_1',
  amount: 6540,
  currency: 'EUR',
  description: null,
  orderLines: [],
  shippingLines: [],
  returnUrl: 'https://shop.example/done',
} as const;

export const aCheckoutView = (change: Partial<CheckoutView> = {}): CheckoutView => ({
  ...frame,
  ...payment,
  style: aStyle(),
  publishableKey: 'pk_1',
  clientSecret: 'pay_1_secret_x',
  expiresAt: '2026-11-23T15:00:00.000Z',
  listsSavedMethods: false,
  paysWithoutScript: true,
  known: { payment: null, methods: null, saved: null, wallets: null },
  plainAddress: '/payment_link/plain/acme/pay_1?locale=en&link_token=t',
  anotherAddress: '/payment_link/another/acme/pay_1?locale=en&link_token=t',
  ...change,
});

export const aCollectView = (change: Partial<CollectView> = {}): CollectView => ({
  ...frame,
  style: aStyle(),
  publishableKey: 'pk_1',
  clientSecret: 'pm_1_secret_x',
  paymentMethodId: 'pm_1',
  expiresAt: '2026-11-23T15:00:00.000Z',
  returnUrl: 'https://shop.example/done',
  enabledMethods: [{ paymentMethod: 'card', paymentMethodTypes: ['credit', 'debit'] }],
  ...change,
});

export const aStatusView = (change: Partial<StatusView> = {}): StatusView => ({
  ...frame,
  ...payment,
  style: aStyle(),
  status: 'succeeded',
  changedAt: null,
  reason: null,
  linkToPay: null,
  ...change,
});

export const anExpiredView = (change: Partial<ExpiredView> = {}): ExpiredView => ({
  ...frame,
  style: aStyle(),
  expiredAt: '2026-11-23T15:00:00.000Z',
  returnUrl: 'https://shop.example/done',
  ...change,
});

const payout = {
  ...frame,
  basePath: '/pay',
  payoutId: 'payout_1',
  amount: 6540,
  currency: 'EUR',
  description: null,
  returnUrl: 'https://shop.example/done',
  destination: null,
} as const;

export const aPayoutView = (change: Partial<PayoutView> = {}): PayoutView => ({
  ...payout,
  style: aStyle(),
  publishableKey: 'pk_1',
  clientSecret: 'payout_1_secret_x',
  expiresAt: '2026-11-23T15:00:00.000Z',
  methodTypes: ['credit', 'debit', 'sepa', 'paypal'],
  address: '/pay/payout_link/acme/payout_1?locale=en&link_token=t',
  ...change,
});

export const aPayoutStatusView = (change: Partial<PayoutStatusView> = {}): PayoutStatusView => ({
  ...payout,
  style: aStyle(),
  status: 'success',
  ...change,
});
