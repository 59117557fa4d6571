import { eventually, ok, paymentBody, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import {
  aPayoutMerchant,
  createdPayout,
  payoutBody,
  payoutEffects,
  retrievePayout,
  toCard,
  toIban,
} from '../../support/payouts';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aPayoutMerchant(system, { connectors: ['pretendpay'] });
});

let made = 0;
const aCustomer = async (): Promise<string> => {
  const customer = { customer_id: `payee_${(made += 1)}`, name: 'Ada Lovelace' };
  return ok(await merchant.api.post('/customers', customer)).customer_id as string;
};
const save = async (customer_id: string, account: object): Promise<Json> =>
  ok(await merchant.api.post('/payment_methods', { customer_id, ...account }));
const listed = async (customer_id: string): Promise<Json[]> =>
  ok(await merchant.api.get(`/customers/${customer_id}/payment_methods`)).customer_payment_methods;

const json = { 'content-type': 'application/json' };
const iban = 'NL46TEST0136169112';
const sepa = { payment_method: 'bank_transfer', bank_transfer: { iban, bic: 'ABNANL2A', bank_country_code: 'NL' } };
const accounts: readonly (readonly [string, object, string])[] = [
  ['sepa_bank_transfer', sepa, iban],
  [
    'ach',
    {
      payment_method: 'bank_transfer',
      bank_transfer: { bank_account_number: '000123456789', bank_routing_number: '110000000' },
    },
    '000123456789',
  ],
  [
    'bacs',
    { payment_method: 'bank_transfer', bank_transfer: { bank_account_number: '00012345', bank_sort_code: '108800' } },
    '00012345',
  ],
  [
    'paypal',
    {
      payment_method: 'wallet',
      wallet: { paypal: { email: 'ada@example.com', telephone_number: '+3120555', paypal_id: 'ada1' } },
    },
    'ada1',
  ],
  ['venmo', { payment_method: 'wallet', wallet: { venmo: { telephone_number: '+15550100777' } } }, '+15550100777'],
];
/** The payout to a saved account. */
const to = (customer_id: string, saved: object) =>
  payoutBody({ payout_type: undefined, payout_method_data: undefined, customer_id, ...saved });

describe.each(accounts)('a saved account of the type %s', (type, account, number) => {
  it('is listed without its number, and paid by its id and by its token', async () => {
    const customer = await aCustomer();
    const method = await save(customer, account);
    expect(method).toMatchObject({ payment_method_type: type });
    const [found] = await listed(customer);
    expect(found).toMatchObject({ payment_method_id: method['payment_method_id'], payment_method_type: type });
    expect(JSON.stringify([method, found])).not.toContain(number);
    for (const saved of [
      { payout_method_id: method['payment_method_id'] },
      { payout_token: found!['payment_token'] },
    ]) {
      const payout = ok(await merchant.api.post('/payouts/create', to(customer, saved)));
      expect(payout).toMatchObject({ status: 'success', payout_method_id: method['payment_method_id'] });
      expect(payoutEffects(system, payout.payout_id)).toEqual(['payout 6540']);
      expect(JSON.stringify(payout)).not.toContain(number);
    }
  });
});

it('an account that is saved again keeps its id', async () => {
  const customer = await aCustomer();
  const ids = [await save(customer, sepa), await save(customer, sepa)].map((method) => method['payment_method_id']);
  expect(ids[0]).toBe(ids[1]);
  expect(await listed(customer)).toHaveLength(1);
});

it('a deleted account and one of another customer are paid no more', async () => {
  const [customer, other] = [await aCustomer(), await aCustomer()];
  const { payment_method_id: id } = await save(customer, sepa);
  const refused = async (payee: string): Promise<readonly [number, string]> => {
    const { status, body } = await merchant.api.post('/payouts/create', to(payee, { payout_method_id: id }));
    return [status, body.error.message];
  };
  const others = 'customer associated with payout method and customer passed in payout are not same';
  expect(await refused(other)).toEqual([400, others]);
  ok(await merchant.api.raw('DELETE', `/payment_methods/${id}`));
  expect((await refused(customer))[0]).toBe(404);
});

describe('a recurring payout', () => {
  /** The id under which the destination of a payout is saved. */
  const savedBy = ({ payout_id }: Json): Promise<string> =>
    eventually(async (): Promise<string> => {
      const { payout_method_id: id } = await retrievePayout(merchant, payout_id);
      if (typeof id !== 'string') throw new Error(`${payout_id} names no saved destination`);
      return id;
    });

  it.each([
    ['card', toCard(), 'card'],
    ['bank account', toIban(iban), 'bank_transfer'],
  ])('saves its %s once it has succeeded, and another payout is paid to it', async (_, destination, method) => {
    const customer_id = await aCustomer();
    const payout = await createdPayout(merchant, { customer_id, recurring: true, ...destination });
    const id = await savedBy(payout);
    const again = await createdPayout(merchant, { customer_id, recurring: true, ...destination });
    expect(await savedBy(again)).toBe(id);
    expect(await listed(customer_id)).toMatchObject([{ payment_method_id: id, payment_method: method }]);
    const next = ok(await merchant.api.post('/payouts/create', to(customer_id, { payout_method_id: id })));
    expect(next).toMatchObject({ status: 'success', payout_method_id: id });
  });

  it('names the account under the id by which its customer has saved it before', async () => {
    const customer_id = await aCustomer();
    const { payment_method_id: id } = await save(customer_id, sepa);
    const payout = await createdPayout(merchant, { customer_id, recurring: true, ...toIban(iban) });
    expect(await savedBy(payout)).toBe(id);
    expect(await listed(customer_id)).toHaveLength(1);
  });

  it('without a customer of the request saves for the customer that it shows', async () => {
    const payout = await createdPayout(merchant, { customer_id: undefined, recurring: true });
    const id = await savedBy(payout);
    expect(await listed(payout.customer_id as string)).toMatchObject([{ payment_method_id: id }]);
  });

  it('that becomes so by an update saves its destination', async () => {
    const payout = await createdPayout(merchant, { customer_id: undefined, confirm: false });
    const path = `/payouts/${payout.payout_id}`;
    expect(ok(await merchant.api.raw('PUT', path, JSON.stringify({ recurring: true }), json)).recurring).toBe(true);
    ok(await merchant.api.post(`${path}/confirm`, {}));
    const id = await savedBy(payout);
    expect(await listed(payout.customer_id as string)).toMatchObject([{ payment_method_id: id }]);
  });

  it('that fails, or is not recurring, saves nothing', async () => {
    const customer_id = await aCustomer();
    const failed = await createdPayout(merchant, { customer_id, recurring: true, ...toCard('4000000000000002') });
    expect(failed.status).toBe('failed');
    await createdPayout(merchant, { customer_id });
    const last = await createdPayout(merchant, { customer_id, recurring: true, ...toIban(iban) });
    const id = await savedBy(last);
    expect(await listed(customer_id)).toMatchObject([{ payment_method_id: id }]);
  });
});

it('an account of payouts pays no payment', async () => {
  const customer_id = await aCustomer();
  await save(customer_id, sepa);
  const [found] = await listed(customer_id);
  const charged = await merchant.api.post(
    '/payments',
    paymentBody({
      customer_id,
      payment_token: found!['payment_token'],
      payment_method: 'bank_transfer',
      payment_method_type: undefined,
      payment_method_data: undefined,
    }),
  );
  expect(charged.status).toBeGreaterThanOrEqual(400);
});

it('a card of the blocklist is paid nothing', async () => {
  const owner = await aPayoutMerchant(system, { connectors: ['pretendpay'] });
  ok(await owner.api.post('/blocklist/toggle?status=true', {}));
  ok(await owner.api.post('/blocklist', { type: 'card_bin', data: '424242' }));
  const refused = await owner.api.post('/payouts/create', payoutBody(toCard()));
  expect([refused.status, refused.body.error.code]).toEqual([200, 'HE_03']);
  expect((await createdPayout(owner, toCard('4000056655665556'))).status).toBe('success');
});

it('a card that is blocked after its payout was created is paid nothing', async () => {
  const owner = await aPayoutMerchant(system, { connectors: ['pretendpay'] });
  const payout = await createdPayout(owner, { ...toCard(), confirm: false });
  ok(await owner.api.post('/blocklist', { type: 'card_bin', data: '424242' }));
  ok(await owner.api.post('/blocklist/toggle?status=true', {}));
  const refused = await owner.api.post(`/payouts/${payout.payout_id}/confirm`, {});
  expect([refused.status, refused.body.error.code]).toEqual([200, 'HE_03']);
  ok(await owner.api.post('/blocklist/toggle?status=false', {}));
  expect(ok(await owner.api.post(`/payouts/${payout.payout_id}/confirm`, {})).status).toBe('success');
});
