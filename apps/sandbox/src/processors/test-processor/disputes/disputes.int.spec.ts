import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RunningSandbox } from '../../../../test/running-sandbox';
import { disputeStages, disputeStatuses } from './dispute';

interface Shown {
  readonly id: string;
  readonly stage: string;
  readonly status: string;
}

let sandbox: RunningSandbox;
let receiver: Server;
let count = 0;
const notices: { id: string; type: string; data: Shown }[] = [];

beforeAll(async () => {
  sandbox = await RunningSandbox.start();
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const notice = JSON.parse(text) as (typeof notices)[number];
      if (notice.type.startsWith('dispute.')) notices.push(notice);
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.close();
  await sandbox.stop();
});

const pay = async (): Promise<{ id: string; reference: string }> => {
  const reference = `op_dispute_${++count}`;
  const { id } = await sandbox.json('POST', '/dummy-connector/payment', {
    amount: 6540,
    currency: 'USD',
    connector: 'pretendpay',
    reference,
    payment_method_data: { card: { number: '4242424242424242', expiry_month: '03', expiry_year: '2030', cvc: '737' } },
    webhook_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
  });
  return { id: String(id), reference };
};
const change = (body: object) => sandbox.json('POST', '/control/test-processor/disputes', body);
const noticesOf = async (id: string, expected: number) => {
  for (let tries = 0; tries < 400; tries += 1) {
    const found = notices.filter(({ data }) => data.id === id);
    if (found.length >= expected) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`fewer than ${expected} notices of ${id}`);
};

it('a dispute goes through every stage and status in any order, each with its notice', async () => {
  const { id: payment } = await pay();
  const all = disputeStages.flatMap((stage) => disputeStatuses.map((status) => ({ stage, status })));
  for (const wanted of all) expect(await change({ payment, id: 'dis_every', ...wanted })).toMatchObject(wanted);
  const found = await noticesOf('dis_every', all.length);
  const shown = new Set(found.map(({ data: { stage, status } }) => `${stage} ${status}`));
  expect(shown).toEqual(new Set(all.map(({ stage, status }) => `${stage} ${status}`)));
});

it('a late notice shows what it says, and leaves the processor’s dispute as it is', async () => {
  const { reference } = await pay();
  const { id } = await change({ payment: reference, status: 'dispute_won' });
  await change({ payment: reference, id, status: 'dispute_opened', store: false, copies: 3 });
  const statuses = (await noticesOf(String(id), 4)).map(({ data: { status } }) => status).sort();
  expect(statuses).toEqual(['dispute_opened', 'dispute_opened', 'dispute_opened', 'dispute_won']);
  expect(await sandbox.json('GET', `/dummy-connector/disputes/${String(id)}`)).toMatchObject({ status: 'dispute_won' });
});

it('an answer is executed once under its reference, and a closed dispute takes none', async () => {
  const { id: payment } = await pay();
  const { id } = await change({ payment });
  const evidence = {
    reference: 'op_evidence',
    texts: { customer_name: 'Jo' },
    files: [{ evidence_type: 'receipt', name: 'a.pdf', content_type: 'application/pdf', content: 'JVBERi0=' }],
  };
  const path = `/dummy-connector/disputes/${String(id)}`;
  for (let times = 0; times < 2; times += 1)
    expect(await sandbox.json('POST', `${path}/evidence`, evidence)).toMatchObject({
      status: 'dispute_challenged',
      answers: [{ kind: 'evidence', reference: 'op_evidence' }],
      evidence: { customer_name: 'Jo', receipt: 'a.pdf (application/pdf, 5 bytes)' },
    });
  const accepted = await sandbox.json('POST', `${path}/accept`, { reference: 'op_accept' });
  expect(accepted).toMatchObject({ status: 'dispute_accepted' });
  expect(await sandbox.json('POST', `${path}/accept`, { reference: 'op_again' })).toMatchObject({
    error: { code: 'DC_18' },
  });
  expect(await sandbox.effectsOf(payment)).toEqual(['charge', 'dispute']);
});

it('a dispute blocks refunds until it is won, and a notice before a dispute does not', async () => {
  const { id: payment } = await pay();
  const refund = (amount: number) =>
    sandbox.json('POST', `/dummy-connector/${payment}/refund`, { amount, reference: `op_refund_${++count}` });
  const { id } = await change({ payment, stage: 'pre_dispute' });
  expect(await refund(1_000)).toMatchObject({ status: 'succeeded' });
  await change({ payment, id, stage: 'dispute' });
  expect(await refund(1_000)).toMatchObject({ error: { code: 'DC_19' } });
  await change({ payment, id, status: 'dispute_won' });
  expect(await refund(1_000)).toMatchObject({ status: 'succeeded' });
  expect(await sandbox.effectsOf(payment)).toEqual(['charge', 'refund', 'dispute', 'dispute_return', 'refund']);
});
