import { errorBody } from '@payorch/contracts';
import { checkPaymentRequest } from './check-payment-request';
import type { PaymentRequest } from './payment-request';

const money = { amount: 6540, currency: 'USD' };
const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '30', card_cvc: '123' };

const firstCharge = {
  card_number: '4242424242424242',
  card_exp_month: '10',
  card_exp_year: '2099',
  card_holder_name: 'Jo',
  network_transaction_id: 'nti_1',
};
const byNetwork = (data: object) => ({
  recurring_details: { type: 'network_transaction_id_and_card_details', data: { ...firstCharge, ...data } },
});
const token = {
  token_exp_month: '10',
  token_exp_year: '2099',
  card_holder_name: 'Jo',
  network_transaction_id: 'nti_1',
};
const byNetworkToken = (data: object) => ({
  recurring_details: {
    type: 'network_transaction_id_and_network_token_details',
    data: { network_token: '4895370012003478', ...token, ...data },
  },
});
const byWalletToken = (data: object) => ({
  recurring_details: {
    type: 'network_transaction_id_and_decrypted_wallet_token_details',
    data: { decrypted_token: '4895370012003478', token_source: 'apple_pay', ...token, ...data },
  },
});
const byNumber = (data: object) => ({
  recurring_details: { type: 'card_with_limited_data', data: { card_number: '4242424242424242', ...data } },
});
const byToken = (data: unknown) => ({ recurring_details: { type: 'processor_payment_token', data } });
const wrongData = (type: string) => `recurring_details.data contains invalid data. Expected format is ${type}`;

it.each<[object, number, string, string]>([
  ...[{ card_number: '4242424242424241' }, { network_transaction_id: '' }, { card_holder_name: 7 }].map(
    (data): [object, number, string, string] => [
      { ...money, ...byNetwork(data) },
      ...([422, 'IR_05', wrongData('network_transaction_id_and_card_details')] as const),
    ],
  ),
  [{ ...money, ...byNetwork({ card_exp_month: '13' }) }, 400, 'IR_16', 'Invalid Expiry Month'],
  [
    { ...money, ...byNetwork({}), payment_method: 'wallet', payment_method_type: 'paypal' },
    422,
    'IR_06',
    "payment_method_data doesn't correspond to the specified payment_method",
  ],
  ...[{ network_token: '1' }, { eci: 7 }, { card_network: 'None' }, { card_holder_name: undefined }].map(
    (data): [object, number, string, string] => [
      { ...money, ...byNetworkToken(data) },
      ...([422, 'IR_05', wrongData('network_transaction_id_and_network_token_details')] as const),
    ],
  ),
  [
    { ...money, ...byWalletToken({ token_source: 'paypal' }) },
    ...([422, 'IR_05', wrongData('network_transaction_id_and_decrypted_wallet_token_details')] as const),
  ],
  [
    { ...money, ...byWalletToken({ token_source: null }) },
    ...([400, 'IR_04', 'Missing required param: recurring_details.data.token_source'] as const),
  ],
  [{ ...money, ...byWalletToken({ token_exp_year: '2020' }) }, 400, 'IR_16', 'Invalid Expiry Year'],
  ...[
    { card_number: '4242424242424241' },
    { card_exp_month: '10' },
    { card_exp_year: '30' },
    { eci: '007' },
    { card_holder_name: 7 },
  ].map((data): [object, number, string, string] => [
    { ...money, ...byNumber(data) },
    ...([422, 'IR_05', wrongData('card_with_limited_data')] as const),
  ]),
  [{ ...money, ...byNumber({ card_exp_month: '10', card_exp_year: '2020' }) }, 400, 'IR_16', 'Invalid Expiry Year'],
  [
    { ...money, ...byNumber({}), payment_method: 'wallet', payment_method_type: 'google_pay' },
    ...([422, 'IR_06', "payment_method_data doesn't correspond to the specified payment_method"] as const),
  ],
  [
    { ...money, ...byNetwork({ transaction_link_id: '' }) },
    422,
    'IR_05',
    wrongData('network_transaction_id_and_card_details'),
  ],
  [
    { ...money, ...byNetworkToken({}), payment_method: 'card' },
    ...([422, 'IR_06', "payment_method_data doesn't correspond to the specified payment_method"] as const),
  ],
  [
    { ...money, ...byWalletToken({}), payment_method: 'wallet', payment_method_type: 'google_pay' },
    ...([422, 'IR_06', "payment_method_type doesn't correspond to the specified payment_method"] as const),
  ],
  ...['tok', {}, { processor_payment_token: '' }, { processor_payment_token: 7 }].map(
    (data): [object, number, string, string] => [
      { ...money, ...byToken(data) },
      ...([422, 'IR_05', wrongData('processor_payment_token')] as const),
    ],
  ),
  [
    { ...money, ...byToken({ processor_payment_token: 'tok' }) },
    400,
    'IR_04',
    'Missing required param: payment_method',
  ],
  [
    { ...money, ...byToken({ processor_payment_token: 'tok' }), payment_method: 'card', payment_method_data: { card } },
    422,
    'IR_06',
    'Mandate payments cannot have payment_method_data field',
  ],
])('a recurring payment with %j is refused: %i %s %s', (sent, ...expected) => {
  const refused = checkPaymentRequest(sent as PaymentRequest, {
    operation: 'create',
    merchantId: 'acme',
    now: new Date('2026-06-15T12:00:00Z'),
  });
  const { status, body } = errorBody(refused!);
  expect([status, body.error['code'], body.error['message']]).toEqual(expected);
});

it.each([
  { ...money, ...byNetwork({}) },
  { ...money, ...byNetwork({ card_number: '4242 4242 4242 4242' }), payment_method: 'card' },
  { ...money, ...byNetworkToken({ card_network: null }) },
  { ...money, ...byNetworkToken({}), payment_method: 'network_token', payment_method_type: 'network_token' },
  { ...money, ...byWalletToken({}) },
  ...[byNetwork, byNetworkToken, byWalletToken].map((by) => ({ ...money, ...by({ transaction_link_id: 'link' }) })),
  { ...money, ...byNumber({}) },
  { ...money, ...byNumber({ card_exp_month: '10', card_exp_year: '2099', card_holder_name: 'Jo', eci: '07' }) },
  { ...money, ...byToken({ processor_payment_token: 'tok', merchant_connector_id: null }), payment_method: 'card' },
])('a recurring payment with %j needs neither customer nor confirmation', (sent) =>
  expect(
    checkPaymentRequest(sent as PaymentRequest, { operation: 'create', merchantId: 'acme', now: new Date() }),
  ).toBeUndefined(),
);
