import { paymentBody, RunningSandbox } from '../../../../test/running-sandbox';

let sandbox: RunningSandbox;
beforeAll(async () => void (sandbox = await RunningSandbox.start()));
afterAll(() => sandbox.stop());

interface Listed {
  readonly id: string;
  readonly created: string;
}
interface Page {
  readonly data: readonly Listed[];
  readonly has_more: boolean;
}

const longAgo = '2020-01-01T00:00:00.000Z';
const farAhead = '2100-01-01T00:00:00.000Z';
const list = async (name: string, query: object = {}, key = 'test_key'): Promise<Page> => {
  const all = { connector: 'stripe_test', created_from: longAgo, created_till: farAhead, ...query };
  const path = `/dummy-connector/lists/${name}?${new URLSearchParams(all as Record<string, string>).toString()}`;
  return (await sandbox.json('GET', path, undefined, { authorization: key })) as unknown as Page;
};
const idsOf = async (...parts: Parameters<typeof list>) => (await list(...parts)).data.map(({ id }) => id);
const pay = async (rest: object = {}, key = 'test_key'): Promise<string> => {
  const body = paymentBody(rest as Parameters<typeof paymentBody>[0]);
  return String((await sandbox.json('POST', '/dummy-connector/payment', body, { authorization: key }))['id']);
};

it('the payments of an account at a connector are listed page by page, the newest first, each once', async () => {
  const own: string[] = [];
  for (let made = 0; made < 5; made += 1) own.unshift(await pay({}, 'paging'));
  await pay({}, 'other_key');
  await pay({ connector: 'phonypay' }, 'paging');
  const first = await list('payments', { limit: 2 }, 'paging');
  expect(first).toMatchObject({ has_more: true, data: [{ id: own[0] }, { id: own[1] }] });
  const second = await list('payments', { limit: 2, starting_after: own[1] }, 'paging');
  expect(second).toMatchObject({ has_more: true, data: [{ id: own[2] }, { id: own[3] }] });
  const last = await list('payments', { limit: 2, starting_after: own[3] }, 'paging');
  expect(last).toMatchObject({ has_more: false, data: [{ id: own[4] }] });
});

it('a period has what was created at or after its start and before its end', async () => {
  const id = await pay({}, 'periods');
  const { created } = (await list('payments', {}, 'periods')).data[0]!;
  const next = new Date(Date.parse(created) + 1).toISOString();
  expect(await idsOf('payments', { created_from: created, created_till: next }, 'periods')).toEqual([id]);
  expect(await idsOf('payments', { created_from: longAgo, created_till: created }, 'periods')).toEqual([]);
  expect(await idsOf('payments', { created_from: next, created_till: farAhead }, 'periods')).toEqual([]);
});

it('refunds, disputes and payouts are listed with what names them', async () => {
  const payment = await pay();
  const refund = await sandbox.json('POST', `/dummy-connector/${payment}/refund`, { amount: 40, reference: 'op_back' });
  const dispute = await sandbox.json('POST', '/control/test-processor/disputes', {
    payment,
    stage: 'dispute',
    status: 'dispute_opened',
  });
  const payout = await sandbox.json('POST', '/dummy-connector/payouts', {
    amount: 6540,
    currency: 'EUR',
    connector: 'stripe_test',
    destination: { account: { type: 'sepa', number: 'NL91ABNA0417164300' } },
    merchant_reference: 'payout_1',
    reference: 'op_listed_payout',
    fulfill: true,
  });
  // What a step before the payout makes is no payout.
  await sandbox.json('POST', '/dummy-connector/recipients', {
    amount: 6540,
    currency: 'EUR',
    connector: 'stripe_test',
    destination: { account: { type: 'sepa', number: 'NL91ABNA0417164300' } },
    reference: 'op_listed_recipient',
  });
  const refunds = await list('refunds');
  expect(refunds.data).toEqual([
    expect.objectContaining({ id: refund['id'], payment_id: payment, reference: 'op_back', refund_amount: 40 }),
  ]);
  expect(await idsOf('disputes')).toEqual([dispute['id']]);
  expect((await list('payouts')).data).toEqual([
    expect.objectContaining({ id: payout['id'], merchant_reference: 'payout_1', status: 'paid' }),
  ]);
  for (const name of ['payments', 'refunds', 'disputes', 'payouts'])
    expect(await idsOf(name, {}, 'unused_key')).toEqual([]);
});

it.each(['connector', 'created_from', 'created_till'])(
  'a list without %s is refused by the name of it',
  async (missing) => {
    const all = { connector: 'stripe_test', created_from: longAgo, created_till: farAhead };
    const query = Object.entries(all).filter(([name]) => name !== missing);
    const path = `/dummy-connector/lists/payments?${new URLSearchParams(query).toString()}`;
    const { status, text } = await sandbox.call('GET', path);
    expect([status, text]).toEqual([400, expect.stringContaining(missing)]);
  },
);

it('a list without an API key is refused', async () => {
  const path = `/dummy-connector/lists/payments?connector=a&created_from=${longAgo}&created_till=${farAhead}`;
  expect((await sandbox.call('GET', path, undefined, { authorization: '' })).status).toBe(401);
});
