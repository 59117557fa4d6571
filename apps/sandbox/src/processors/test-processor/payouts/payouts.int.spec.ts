import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RunningSandbox } from '../../../../test/running-sandbox';

interface Made {
  readonly id: string;
  readonly status: string;
}

let sandbox: RunningSandbox;
let receiver: Server;
let count = 0;
const webhooks: { type: string; signature: unknown; data: Made }[] = [];

beforeAll(async () => {
  sandbox = await RunningSandbox.start();
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { type, data } = JSON.parse(text) as { type: string; data: Made };
      webhooks.push({ type, signature: request.headers['x-test-signature'], data });
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.close();
  await sandbox.stop();
});

const bodyTo = (number: string, rest: object = {}) => ({
  amount: 6540,
  currency: 'EUR',
  connector: 'phonypay',
  destination: { account: { type: 'sepa', number } },
  merchant_reference: 'payout_1',
  reference: `op_payout_${++count}`,
  webhook_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
  ...rest,
});
const post = async (path: string, body: object): Promise<Made> =>
  (await sandbox.json('POST', `/dummy-connector/${path}`, body)) as unknown as Made;
const payAtOnce = (number: string, rest: object = {}) => post('payouts', bodyTo(number, { fulfill: true, ...rest }));
const find = async (path: string): Promise<Made> =>
  (await sandbox.json('GET', `/dummy-connector/${path}`)) as unknown as Made;

async function until(id: string, status: string, path = 'payouts'): Promise<void> {
  for (let tries = 0; (await find(`${path}/${id}`)).status !== status; tries += 1) {
    if (tries > 100) throw new Error(`${id} did not become ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const webhooksAbout = (id: string) => webhooks.filter(({ data }) => data.id === id);
async function webhookOf(id: string, type: string) {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = webhooksAbout(id).find((one) => one.type === type);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no webhook ${type}`);
}

it('a payout is created, fulfilled once under one reference, and found by both', async () => {
  const created = bodyTo('NL46TEST0136169112');
  const { id, status } = await post('payouts', created);
  expect(status).toBe('created');
  const fulfil = { reference: `op_payout_${++count}` };
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(`payouts/${id}/fulfill`, fulfil)));
  for (const answer of answers) expect(answer).toMatchObject({ id, status: 'paid' });
  for (const reference of [created.reference, fulfil.reference])
    expect(await find(`payouts?reference=${reference}`)).toEqual(answers[0]);
  expect(await sandbox.effectsOf(fulfil.reference)).toEqual(['payout']);
  expect(await sandbox.effectsOf(created.reference)).toEqual([]);
});

it('the creation of a payout under one reference is executed once', async () => {
  const body = bodyTo('NL46TEST0136169112');
  expect((await post('payouts', body)).id).toBe((await post('payouts', body)).id);
});

it('of a cancellation and a fulfilment at once, one wins', async () => {
  const { id } = await post('payouts', bodyTo('NL46TEST0136169112'));
  const references = { fulfill: `op_payout_${++count}`, cancel: `op_payout_${++count}` };
  const calls = (['fulfill', 'cancel'] as const).map((name) =>
    sandbox.call('POST', `/dummy-connector/payouts/${id}/${name}`, { reference: references[name] }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 400]);
  const { status } = await find(`payouts/${id}`);
  expect(await sandbox.effectsOf(references.fulfill)).toEqual(status === 'paid' ? ['payout'] : []);
});

it('a payout is reversed some time after it was paid, which the ledger and a signed webhook say', async () => {
  const { id, status } = await payAtOnce('NL63TEST0123450069');
  expect(status).toBe('paid');
  await until(id, 'reversed');
  expect(await sandbox.effectsOf(id)).toEqual(['payout', 'payout_return']);
  expect(await webhookOf(id, 'payout.reversed')).toMatchObject({
    signature: expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/) as unknown,
    data: { status: 'reversed' },
  });
});

it.each([
  ['initiated', 'NL64TEST0123450051', 'in_transit', 'paid', ['payout']],
  ['pending', 'NL81TEST0123450036', 'processing', 'paid', ['payout']],
  ['pending, and then fails', 'NL59TEST0123450044', 'processing', 'failed', []],
])('a payout that is %s ends later, with a webhook', async (_, number, first, last, effects) => {
  const { id, status } = await payAtOnce(number);
  expect(status).toBe(first);
  await until(id, last);
  expect(await sandbox.effectsOf(id)).toEqual(effects);
  expect((await webhookOf(id, `payout.${last}`)).data.status).toBe(last);
});

it('a payout to a silent account is paid without an answer, or not at all', async () => {
  const answered = (number: string) => {
    const body = bodyTo(number, { fulfill: true });
    const lost = sandbox.call('POST', '/dummy-connector/payouts', body).then(
      () => 'answered',
      () => 'silent',
    );
    return { body, lost };
  };
  const paid = answered('NL41TEST0123450077');
  const unpaid = answered('NL19TEST0123450085');
  expect(await Promise.all([paid.lost, unpaid.lost])).toEqual(['silent', 'silent']);
  expect(await find(`payouts?reference=${paid.body.reference}`)).toMatchObject({ status: 'paid' });
  expect(await sandbox.effectsOf(paid.body.reference)).toEqual(['payout']);
  expect(await find(`payouts?reference=${unpaid.body.reference}`)).toMatchObject({ error: { code: 'DC_13' } });
  expect(await sandbox.effectsOf(unpaid.body.reference)).toEqual([]);
});

it.each([
  ['a declined account', 'NL29TEST0123450002', 400, 'DC_14'],
  ['an account with a fault', 'NL94TEST0123450093', 500, 'DC_00'],
])('a payout to %s pays nothing', async (_, number, status, code) => {
  const body = bodyTo(number, { fulfill: true });
  const answer = await sandbox.call('POST', '/dummy-connector/payouts', body);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code } });
  expect(await sandbox.effectsOf(body.reference)).toEqual([]);
});

it('another amount than requested is paid by the magic amount', async () => {
  expect(await payAtOnce('NL46TEST0136169112', { amount: 8_800_127 })).toMatchObject({
    status: 'paid',
    amount: 8_800_128,
  });
});

it('the account of a recipient that requires a verification is ready later, with a webhook', async () => {
  const body = bodyTo('NL72TEST0123450101', { connector: 'stripe_test' });
  const { id: recipient } = await post('recipients', body);
  const account = await post(`recipients/${recipient}/accounts`, { ...body, reference: `op_payout_${++count}` });
  expect(account.status).toBe('requires_verification');
  await until(account.id, 'active', 'recipient-accounts');
  await webhookOf(account.id, 'recipient_account.active');
});

it('a call without a key, or without a parameter, is refused', async () => {
  const { amount: _, ...incomplete } = bodyTo('NL46TEST0136169112');
  expect((await sandbox.call('POST', '/dummy-connector/payouts', incomplete)).text).toContain('amount');
  const { status } = await sandbox.call('POST', '/dummy-connector/payouts', bodyTo('1'), { authorization: '' });
  expect(status).toBe(401);
  expect((await sandbox.call('POST', '/dummy-connector/payouts/po_none/fulfill', { reference: 'op_x' })).status).toBe(
    404,
  );
});

it('payouts and what they await survive a restart, and the ledger holds no number of an account', async () => {
  const { id } = await payAtOnce('NL81TEST0123450036');
  const { folder } = sandbox;
  await sandbox.stop({ retainLedger: true });
  sandbox = await RunningSandbox.start(folder);
  await until(id, 'paid');
  const { readFile } = await import('node:fs/promises');
  const ledger = await readFile(`${folder}/ledger.jsonl`, 'utf8');
  expect(ledger).toContain(id);
  expect(ledger).not.toContain('NL81TEST0123450036');
});
