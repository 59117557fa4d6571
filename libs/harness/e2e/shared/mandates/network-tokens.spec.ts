import { aMerchant, connectorBody, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { dump } from '../../support/stored-traces';
import {
  merchantOnly,
  missing,
  noConnector,
  notAllowed,
  precondition,
  statusAndBody,
  wrongFormat,
} from '../../support/wire';
import { atStripe } from '../stripe/at-stripe';

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
const byNumber = (more: object = {}) => ({
  ...money,
  recurring_details: { type: 'card_with_limited_data', data: { card_number: '4242424242424242', ...more } },
});
const pay = async (body: object): Promise<Json> => ok(await merchant.api.post('/payments', body));
const refused = async (body: object, by = merchant) => statusAndBody(await by.api.post('/payments', body));

it('a network token is charged by its network transaction, sealed, and shown without its number', async () => {
  const paid = await pay(byNetworkToken());
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 1500,
    error_code: null,
    is_stored_credential: true,
    payment_method: 'network_token',
    payment_method_type: 'network_token',
    payment_method_id: null,
    payment_method_data: { network_token: { last4: '3478', card_network: 'Visa', token_isin: '489537' } },
  });
  expect(JSON.stringify(paid)).not.toContain(number);
  expect(ok(await merchant.api.get(`/payments/${paid.payment_id}`))).toEqual(paid);
});

it.each(['google_pay', 'apple_pay'])('the token inside a payload of %s is charged as that wallet', async (source) => {
  const paid = await pay(byWalletToken({ token_source: source }));
  expect(paid).toMatchObject({
    status: 'succeeded',
    payment_method: 'wallet',
    payment_method_type: source,
    payment_method_data: { wallet: { [source]: { last4: '3478', card_network: 'Visa' } } },
  });
  expect(JSON.stringify(paid)).not.toContain(number);
});

it.each([byNetworkToken, byWalletToken])(
  'a link of transactions goes to a processor that takes it, and is shown',
  async (by) => {
    const transaction_link_id = 'link_1';
    const paid = await pay(by({ transaction_link_id }));
    expect(paid).toMatchObject({ status: 'succeeded', network_transaction_link_id: transaction_link_id });
    expect(ok(await merchant.api.get(`/payments/${paid.payment_id}`))).toEqual(paid);
    expect(await pay(by())).toMatchObject({ network_transaction_link_id: null });
  },
);

it('a link of transactions is not dropped for a processor that takes none', async () => {
  const atOther = await atStripe(system, { listens: false });
  const body = (more: object = {}) => ({
    ...money,
    recurring_details: {
      type: 'network_transaction_id_and_card_details',
      data: {
        card_number: '4242424242424242',
        card_exp_month: '10',
        card_exp_year: '2030',
        card_holder_name: 'Jo',
        network_transaction_id: '104102108',
        ...more,
      },
    },
  });
  expect(ok(await atOther.api.post('/payments', body())).status).toBe('succeeded');
  expect(await refused(body({ transaction_link_id: 'link_1' }), atOther)).toEqual(noConnector);
});

it('a card is charged by its number alone where a processor takes that, and nowhere else', async () => {
  const byNumbers = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
  for (const more of [{}, { card_exp_month: '10', card_exp_year: '2030', card_holder_name: 'Jo', eci: '07' }]) {
    const paid = ok(await byNumbers.api.post('/payments', byNumber(more)));
    expect(paid).toMatchObject({
      status: 'succeeded',
      connector: 'adyen_test',
      payment_method: 'card',
      is_stored_credential: true,
      payment_method_id: null,
      payment_method_data: {
        card: { last4: '4242', card_exp_month: 'card_exp_month' in more ? '10' : null },
      },
    });
    expect(JSON.stringify(paid)).not.toContain('4242424242424242');
  }
  for (const other of [await aMerchant(system), await atStripe(system, { listens: false })])
    expect(await refused(byNumber(), other)).toEqual(noConnector);
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
    'an empty link of transactions',
    byNetworkToken({ transaction_link_id: '' }),
    wrongFormat('recurring_details.data', 'network_transaction_id_and_network_token_details'),
  ],
  [
    'a year without its month',
    byNumber({ card_exp_year: '2030' }),
    wrongFormat('recurring_details.data', 'card_with_limited_data'),
  ],
  [
    'a past expiry of its number',
    byNumber({ card_exp_month: '10', card_exp_year: '2020' }),
    precondition('Invalid Expiry Year'),
  ],
])('a charge with %s is refused', async (_, body, expected) => expect(await refused(body)).toMatchObject(expected));

it('a client cannot charge a token', async () => {
  const { payment_id, client_secret } = ok(await merchant.api.post('/payments', { amount: 1500, currency: 'USD' }));
  const named = [
    { ...byNetworkToken(), payment_method: 'network_token', payment_method_type: 'network_token' },
    { ...byWalletToken(), payment_method: 'wallet', payment_method_type: 'google_pay' },
    { ...byNumber(), payment_method: 'card', payment_method_type: 'credit' },
  ];
  for (const { payment_method, payment_method_type, recurring_details } of named) {
    const body = { client_secret, payment_method, payment_method_type, recurring_details };
    expect(statusAndBody(await merchant.client.post(`/payments/${payment_id}/confirm`, body))).toEqual(
      merchantOnly('recurring_details'),
    );
  }
});
