import { aMerchant, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import { dump } from '../../support/stored-traces';
import {
  absent,
  idLike,
  listing,
  missing,
  noConnector,
  notAllowed,
  precondition,
  refusal,
  statusAndBody,
} from '../../support/wire';
import { atStripe } from '../stripe/at-stripe';

/** Decrypted tokens of wallets, and accounts for bank debits, that a merchant saves for a customer. */
const system = sharedSystem();
let merchant: TestMerchant;
const types = [
  {
    payment_method: 'wallet',
    payment_method_types: [{ payment_method_type: 'google_pay' }, { payment_method_type: 'apple_pay' }],
  },
];
const aCustomer = async (of: TestMerchant, customer_id: string): Promise<void> =>
  void ok(await of.api.post('/payments', { amount: 100, currency: 'USD', customer_id }));
beforeAll(async () => {
  merchant = await aMerchant(system, { connector: { payment_methods_enabled: types } });
  await aCustomer(merchant, 'cus_a');
});

const number = '4895370012003478';
const decrypted = (application_primary_account_number = number, more: object = {}) => ({
  application_primary_account_number,
  expiry_month: '10',
  expiry_year: '2035',
  ...more,
});
const google = (data: object = decrypted()) => ({
  payment_method: 'wallet',
  payment_method_type: 'google_pay',
  customer_id: 'cus_a',
  payment_method_data: { wallet: { google_pay_decrypted_data: data } },
});
const create = (body: object, of = merchant) => of.api.post('/payment_methods', body);
const list = async (of = merchant): Promise<Json[]> =>
  ok(await of.api.get('/customers/cus_a/payment_methods')).customer_payment_methods;
const entryOf = async (id: string, of = merchant): Promise<Json> =>
  (await list(of)).find(({ payment_method_id }) => payment_method_id === id) ?? {};
const paying = (payment_token: string, more: object = {}) => ({
  amount: 1500,
  currency: 'USD',
  customer_id: 'cus_a',
  confirm: true,
  payment_method: 'wallet',
  payment_method_type: 'google_pay',
  payment_token,
  ...more,
});
const remove = (id: string) => merchant.api.raw('DELETE', `/payment_methods/${id}`);

it('a wallet token is saved, listed, charged as that wallet, and deleted; no table has its number', async () => {
  const made = ok(await create(google()));
  expect(made).toMatchObject({
    payment_method_id: idLike('pm'),
    payment_method: 'wallet',
    payment_method_type: 'google_pay',
    card: null,
  });
  const id = made.payment_method_id as string;
  const { payment_token } = await entryOf(id);
  const paid = ok(await merchant.api.post('/payments', paying(payment_token)));
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 1500,
    connector: 'stripe_test',
    is_stored_credential: true,
    payment_method: 'wallet',
    payment_method_type: 'google_pay',
    payment_method_id: id,
    payment_method_data: { wallet: { google_pay: { last4: '3478' } } },
  });
  // The token serves again, unlike a wallet's payload.
  const again = ok(await merchant.api.post('/payments', paying((await entryOf(id)).payment_token)));
  expect(again).toMatchObject({ status: 'succeeded', payment_method_id: id });
  expect(JSON.stringify([made, paid, again])).not.toContain(number);
  const places = (await dump(system)).filter(({ content }) => content.includes(number));
  expect(places.map(({ name }) => name)).toEqual([]);
  ok(await remove(id));
  expect(statusAndBody(await merchant.api.post('/payments', paying(payment_token)))).toEqual(
    refusal(422, 'IR_29', 'Token is invalid or expired'),
  );
});

it('a client SDK gets the card in a saved wallet', async () => {
  const { payment_method_id: id } = ok(await create(google()));
  const payment = ok(await merchant.api.post('/payments', { amount: 1500, currency: 'USD', customer_id: 'cus_a' }));
  const path = `/payments/${payment.payment_id}/client?client_secret=${payment.client_secret}`;
  const { customer_payment_methods: saved } = ok(await merchant.client.get(path));
  expect(saved).toMatchObject([
    {
      payment_method: 'wallet',
      payment_method_type: 'google_pay',
      payment_method_data: { wallet: { google_pay: { last4: '3478', type: null } } },
    },
  ]);
  expect(JSON.stringify(saved)).not.toContain(number);
  ok(await remove(id as string));
});

it('the same token keeps its id, in either form of the interface; the token of another wallet is another', async () => {
  const first = ok(await create(google()));
  const holder = { expiry_month: '11', expiry_year: '2036', card_holder_name: 'Jo' };
  const again = ok(
    await create({
      payment_method: 'wallet',
      payment_method_type: 'google_pay',
      customer_id: 'cus_a',
      wallet: { google_pay_decrypt: { application_primary_account_number: number, ...holder } },
    }),
  );
  expect(again).toMatchObject({ payment_method_id: first.payment_method_id, created: first.created });
  const apple = ok(
    await create({
      payment_method: 'wallet',
      payment_method_type: 'apple_pay',
      customer_id: 'cus_a',
      wallet: { apple_pay_decrypt: { dpan: number, ...holder } },
    }),
  );
  expect(apple.payment_method_id).not.toBe(first.payment_method_id);
  await Promise.all([remove(first.payment_method_id), remove(apple.payment_method_id)]);
});

it('a token stays saved when a payment with it saves it again', async () => {
  const { payment_method_id: id } = ok(await create(google(decrypted('4012000033330026'))));
  const customer_acceptance = { acceptance_type: 'offline', accepted_at: '2026-01-05T10:00:00.000Z' };
  const saving = { setup_future_usage: 'off_session', customer_acceptance };
  const paid = ok(await merchant.api.post('/payments', paying((await entryOf(id)).payment_token, saving)));
  expect(paid).toMatchObject({ status: 'succeeded', payment_method_id: id });
  const again = ok(await merchant.api.post('/payments', paying((await entryOf(id)).payment_token)));
  expect(again).toMatchObject({ status: 'succeeded', payment_method_id: id });
  await remove(id);
});

it('the expiry of a token changes, and nothing else of it', async () => {
  const { payment_method_id: id, client_secret } = ok(await create(google(decrypted('4111111111111111'))));
  const path = `/payment_methods/${id}/update`;
  const wallet = { card_exp_month: '11', card_exp_year: '2037' };
  ok(await merchant.client.post(path, { wallet, client_secret }));
  const [row] = await rowsOf(
    system,
    `SELECT method->'walletToken' AS token FROM payments.payment_methods WHERE payment_method_id = '${id}'`,
  );
  expect(row).toMatchObject({ token: { expiryMonth: '11', expiryYear: '2037' } });
  expect(statusAndBody(await merchant.api.post(path, { wallet: { ...wallet, last4: '4242' } }))).toEqual(
    refusal(501, 'IR_00', 'wallet.last4 is not implemented'),
  );
  expect(statusAndBody(await merchant.api.post(path, { wallet: {} }))).toEqual(
    listing(missing('wallet.card_exp_month'), 'wallet.card_exp_month', 'wallet.card_exp_year'),
  );
  expect(
    statusAndBody(await merchant.api.post(path, { wallet, card: { ...wallet, card_holder_name: 'Jo Doe' } })),
  ).toEqual(precondition('Expected one out of card and wallet but got both'));
  await remove(id);
});

it('a processor that takes no such token is not asked', async () => {
  const atOther = await atStripe(system, { listens: false });
  await aCustomer(atOther, 'cus_a');
  const { payment_method_id } = ok(await create(google(), atOther));
  const { payment_token } = await entryOf(payment_method_id, atOther);
  expect(statusAndBody(await atOther.api.post('/payments', paying(payment_token)))).toEqual(noConnector);
});

describe('a payment method that awaits its data', () => {
  const awaiting = (body: object): Promise<Json> => create({ customer_id: 'cus_a', ...body }).then(ok);
  const save = ({ payment_method_id, client_secret }: Json, body: object, of = merchant) =>
    of.client.post(`/payment_methods/${payment_method_id}/save`, { client_secret, ...body });
  const ach = { account_number: '000123456789', routing_number: '110000000' };
  const debit = {
    payment_method: 'bank_debit',
    payment_method_type: 'ach',
    payment_method_data: { bank_debit: { ach } },
  };
  const { customer_id: _, ...wallet } = google(decrypted('4000056655665556'));

  it('gets a wallet token from a client, once', async () => {
    const made = await awaiting({ payment_method: 'wallet' });
    expect(ok(await save(made, wallet))).toMatchObject({ payment_method_type: 'google_pay' });
    const { payment_token } = await entryOf(made.payment_method_id);
    expect(ok(await merchant.api.post('/payments', paying(payment_token))).status).toBe('succeeded');
    expect(statusAndBody(await save(made, wallet))).toEqual(
      refusal(400, 'IR_08', 'The provided client_secret has expired'),
    );
    // The same token again: the payment method that has it.
    const second = await awaiting({ payment_method: 'wallet', payment_method_type: 'google_pay' });
    expect(ok(await save(second, wallet)).payment_method_id).toBe(made.payment_method_id);
    await remove(made.payment_method_id);
  });

  it('gets an account for bank debits', async () => {
    const made = await awaiting({ payment_method: 'bank_debit', payment_method_type: 'ach' });
    ok(await save(made, debit));
    expect(await entryOf(made.payment_method_id)).toMatchObject({ bank: { mask: '6789' } });
    await remove(made.payment_method_id);
  });

  it('takes no data of another method or type, and none from another merchant', async () => {
    const made = await awaiting({ payment_method: 'wallet', payment_method_type: 'apple_pay' });
    expect(statusAndBody(await save(made, wallet))).toEqual(notAllowed("Invalid 'payment_method_type' provided"));
    expect(statusAndBody(await save(made, debit))).toEqual(
      notAllowed('PaymentMethodData does not match PaymentMethod'),
    );
    const other = await aMerchant(system);
    expect(statusAndBody(await save(made, wallet, other))).toEqual(
      absent('Payment method does not exist in our records'),
    );
  });
});
