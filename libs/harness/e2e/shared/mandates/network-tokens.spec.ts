import { aMerchant, connectorBody, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { dump } from '../../support/stored-traces';
import {
  merchantOnly,
  missing,
  noConnector,
  notAllowed,
  precondition,
  refusal,
  statusAndBody,
  wrongFormat,
} from '../../support/wire';
import { atStripe } from '../stripe/at-stripe';

jest.setTimeout(120_000);

/** Charges without the customer by a token for the card and the card network's id of the first payment. */
const system = sharedSystem();
let merchant: TestMerchant;
const types = [
  { payment_method: 'network_token', payment_method_types: [{ payment_method_type: 'network_token' }] },
  {
    payment_method: 'wallet',
    payment_method_types: [{ payment_method_type: 'google_pay' }, { payment_method_type: 'apple_pay' }],
  },
];
beforeAll(async () => {
  merchant = await aMerchant(system, { connector: { payment_methods_enabled: types } });
});

const number = '4895370012003478';
const money = { amount: 1500, currency: 'USD', confirm: true, off_session: true };
const token = {
  token_exp_month: '10',
  token_exp_year: '2030',
  card_holder_name: 'Jo',
  network_transaction_id: '104102108',
};
const byNetworkToken = (more: object = {}) => ({
  ...money,
  recurring_details: {
    type: 'network_transaction_id_and_network_token_details',
    data: { network_token: number, card_network: 'Visa', eci: '07', ...token, ...more },
  },
});
const byWalletToken = (more: object = {}) => ({
  ...money,
  recurring_details: {
    type: 'network_transaction_id_and_decrypted_wallet_token_details',
    data: { decrypted_token: number, token_source: 'google_pay', card_network: 'Visa', ...token, ...more },
  },
});
const pay = async (body: object): Promise<Json> => ok(await merchant.api.post('/payments', body));
const refused = async (body: object, by = merchant) => statusAndBody(await by.api.post('/payments', body));

it('a network token is charged by its network transaction, sealed, and shown without its number', async () => {
  const paid = await pay(byNetworkToken());
  expect(paid).toMatchObject({
    ...{ status: 'succeeded', amount_received: 1500, error_code: null, is_stored_credential: true },
    ...{ payment_method: 'network_token', payment_method_type: 'network_token', payment_method_id: null },
    payment_method_data: { network_token: { last4: '3478', card_network: 'Visa', token_isin: '489537' } },
  });
  expect(JSON.stringify(paid)).not.toContain(number);
  expect(ok(await merchant.api.get(`/payments/${paid.payment_id}`))).toEqual(paid);
});

it.each(['google_pay', 'apple_pay'])('the token inside a payload of %s is charged as that wallet', async (source) => {
  const paid = await pay(byWalletToken({ token_source: source }));
  expect(paid).toMatchObject({
    ...{ status: 'succeeded', payment_method: 'wallet', payment_method_type: source },
    payment_method_data: { wallet: { [source]: { last4: '3478', card_network: 'Visa' } } },
  });
  expect(JSON.stringify(paid)).not.toContain(number);
});

it('no table has the number of a token', async () => {
  await pay(byNetworkToken());
  await pay(byWalletToken());
  const places = (await dump(system)).filter(({ content }) => content.includes(number));
  expect(places.map(({ name }) => name)).toEqual([]);
});

it('a processor that takes no such token is not asked', async () => {
  const atOther = await atStripe(system, { listens: false });
  for (const body of [byNetworkToken(), byWalletToken()]) expect(await refused(body, atOther)).toEqual(noConnector);
  const both = await aMerchant(system, { connector: { payment_methods_enabled: types } });
  const { merchantId, profileId } = both;
  const stripe = connectorBody('stripe', {
    profile_id: profileId,
    connector_label: 'second',
    payment_methods_enabled: types,
  });
  ok(await both.api.post(`/account/${merchantId}/connectors`, stripe));
  expect(ok(await both.api.post('/payments', byWalletToken())).connector).toBe('stripe_test');
});

it.each<[string, object, object]>([
  [
    'a wrong number',
    byNetworkToken({ network_token: '4895370012003479' }),
    wrongFormat('recurring_details.data', 'network_transaction_id_and_network_token_details'),
  ],
  [
    'no network transaction',
    byNetworkToken({ network_transaction_id: '' }),
    wrongFormat('recurring_details.data', 'network_transaction_id_and_network_token_details'),
  ],
  ['a wrong month', byNetworkToken({ token_exp_month: '13' }), precondition('Invalid Expiry Month')],
  ['a past year', byWalletToken({ token_exp_year: '2020' }), precondition('Invalid Expiry Year')],
  ['no wallet', byWalletToken({ token_source: undefined }), missing('recurring_details.data.token_source')],
  [
    'another wallet',
    byWalletToken({ token_source: 'paypal' }),
    wrongFormat('recurring_details.data', 'network_transaction_id_and_decrypted_wallet_token_details'),
  ],
  [
    'another payment method',
    { ...byNetworkToken(), payment_method: 'card', payment_method_type: 'credit' },
    notAllowed("payment_method_data doesn't correspond to the specified payment_method"),
  ],
  [
    'a link of transactions',
    byNetworkToken({ transaction_link_id: 'link_1' }),
    refusal(501, 'IR_00', 'recurring_details.data.transaction_link_id is not implemented'),
  ],
  [
    'a card without its owner',
    { ...money, recurring_details: { type: 'card_with_limited_data', data: { card_number: '4242424242424242' } } },
    refusal(501, 'IR_00', 'Recurring payment by card_with_limited_data is not implemented'),
  ],
])('a charge with %s is refused', async (_, body, expected) => expect(await refused(body)).toMatchObject(expected));

it('a client cannot charge a token', async () => {
  const { payment_id, client_secret } = ok(await merchant.api.post('/payments', { amount: 1500, currency: 'USD' }));
  const named = [
    { ...byNetworkToken(), payment_method: 'network_token', payment_method_type: 'network_token' },
    { ...byWalletToken(), payment_method: 'wallet', payment_method_type: 'google_pay' },
  ];
  for (const { payment_method, payment_method_type, recurring_details } of named) {
    const body = { client_secret, payment_method, payment_method_type, recurring_details };
    expect(statusAndBody(await merchant.client.post(`/payments/${payment_id}/confirm`, body))).toEqual(
      merchantOnly('recurring_details'),
    );
  }
});
