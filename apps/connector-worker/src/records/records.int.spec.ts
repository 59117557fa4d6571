import type { BoundConnector, BoundRecordList, Connector } from '@payorch/connector-kit';
import { registry } from '@payorch/connectors';
import { connectorRecordsFetch, type RecordKind, type RecordPage } from '@payorch/contracts';
import { openedText } from '@payorch/harness';
import type { MerchantConnectorId } from '@payorch/kernel';
import type { DataSource } from 'typeorm';
import { shopSeals } from '../../test/builders';
import { deliverTo } from '../../test/deliver';
import { json } from '../../test/processor';
import type { Worker } from '../../test/worker';
import { startWorker, workerDatabase } from '../../test/worker';

const period = { from: '2026-11-01T00:00:00.000Z', till: '2026-12-01T00:00:00.000Z' };
const created = '2026-11-02T10:00:00.000Z';

let database: DataSource;
let drop: () => Promise<void>;
const workers: Worker[] = [];

beforeAll(async () => void ({ database, drop } = await workerDatabase()));
afterAll(() => drop());
afterEach(async () => void (await Promise.all(workers.splice(0).map((worker) => worker.stop()))));

const started = async (connector?: Connector): Promise<Worker> => {
  const worker = await startWorker(database, connector && { connector });
  workers.push(worker);
  return worker;
};

const queryOf = ({ shop: { merchantId, account } }: Worker, kind: RecordKind, known: object = {}) => ({
  merchantId,
  account,
  kind,
  ...period,
  cursor: null,
  ...known,
});
const fetched = (worker: Worker, kind: RecordKind, known: object = {}): Promise<RecordPage> =>
  worker.records.run(queryOf(worker, kind, known), 60_000, undefined);

const listed = (id: string, known: object = {}) => ({
  id,
  status: 'succeeded',
  amount: 6540,
  amount_received: 6540,
  currency: 'USD',
  created,
  reference: 'op_1',
  attempt_reference: 'pay_1_1',
  ...known,
});
const record = {
  kind: 'payment',
  reference: 'p_1',
  chargeReference: null,
  ourId: 'pay_1_1',
  state: 'succeeded',
  amount: 6540,
  moved: 6540,
  currency: 'USD',
  createdAt: created,
};

describe('a page of what the processor lists', () => {
  it('is that of the cursor, by the credentials of the account, and of one call', async () => {
    const worker = await started();
    worker.processor.onLookup = ({ path }, response) => {
      const isFirst = !path.includes('starting_after');
      json(response, 200, { data: [listed(isFirst ? 'p_1' : 'p_2')], has_more: isFirst });
    };
    expect(await fetched(worker, 'payment')).toEqual({ kind: 'page', records: [record], next: 'p_1' });
    const last = { kind: 'page', records: [{ ...record, reference: 'p_2' }], next: null };
    expect(await fetched(worker, 'payment', { cursor: 'p_1' })).toEqual(last);
    const query = new URLSearchParams({
      connector: 'stripe_test',
      created_from: period.from,
      created_till: period.till,
    });
    const path = `/dummy-connector/lists/payments?${query.toString()}&limit=100`;
    expect(worker.processor.calls.map((call) => [call.method, call.path])).toEqual([
      ['GET', path],
      ['GET', `${path}&starting_after=p_1`],
    ]);
    expect(worker.processor.calls[0]?.headers.authorization).toBe('sk_test');
  });

  it.each<[RecordKind, string]>([
    ['payment', 'payment_intents'],
    ['refund', 'refunds'],
    ['dispute', 'disputes'],
    ['payout', 'transfers'],
  ])('of the kind %s comes from Stripe’s list of %s', async (kind, path) => {
    const worker = await started(registry.stripe);
    worker.processor.onLookup = (_call, response) => json(response, 200, { object: 'list', data: [], has_more: false });
    expect(await fetched(worker, kind)).toEqual({ kind: 'page', records: [], next: null });
    expect(worker.processor.calls.map((call) => call.path.split('?')[0])).toEqual([`/dummy-connector/v1/${path}`]);
  });

  it('answers its caller, and nothing else is published', async () => {
    const worker = await started();
    worker.processor.onLookup = (_call, response) => json(response, 200, { data: [listed('p_1')], has_more: false });
    await deliverTo(worker, connectorRecordsFetch, queryOf(worker, 'payment'), {
      deadline: new Date(Date.now() + 60_000),
      replyTo: { topic: 'gateway.replies.0', correlationId: 'wait_1' },
    });
    expect(worker.sent.map(({ topic }) => topic)).toEqual(['gateway.replies.0']);
    expect(JSON.parse(openedText(shopSeals, worker.sent[0]!))).toEqual({ kind: 'page', records: [record], next: null });
  });
});

/** A connector with these flows alone, and with this list or none. */
const connectorWith = (flows: readonly string[], recordList?: BoundRecordList): Connector => ({
  ...registry.stripe_test,
  bind: () => {
    const flow = (name: string) => (flows.includes(name) ? {} : undefined);
    return { flow, recordList } as unknown as BoundConnector;
  },
});

describe('a page that cannot be read', () => {
  it('has the name of the processor’s error where it refuses the call', async () => {
    const worker = await started();
    const error = { type: 'invalid_request', message: 'Missing required param: Authorization', code: 'DC_02' };
    worker.processor.onLookup = (_call, response) => json(response, 401, { error });
    const failure = { kind: 'failed', code: 'DC_02', message: 'Missing required param: Authorization' };
    expect(await fetched(worker, 'payment')).toEqual(failure);
  });

  it('has the name of an object that we cannot read, and no part of the page', async () => {
    const worker = await started();
    const data = [listed('p_1'), listed('p_future', { status: 'postponed' })];
    worker.processor.onLookup = (_call, response) => json(response, 200, { data, has_more: false });
    const failure = { kind: 'failed', code: 'UNSEEN_STATUS', message: expect.stringContaining('p_future') };
    expect(await fetched(worker, 'payment')).toEqual(failure);
  });

  it('fails by the time of its caller where the processor does not answer', async () => {
    const worker = await started();
    worker.processor.onLookup = () => undefined;
    const page = await worker.records.run(queryOf(worker, 'payment'), 150, undefined);
    expect(page).toMatchObject({ kind: 'failed', code: 'TIMEOUT' });
  });

  it('causes no call where the caller has no time left', async () => {
    const worker = await started();
    const page = await worker.records.run(queryOf(worker, 'payment'), 0, undefined);
    expect(page).toMatchObject({ kind: 'failed', code: 'TIMEOUT' });
    expect(worker.processor.calls).toEqual([]);
  });

  it('causes no call for another merchant’s account, nor for one that is gone', async () => {
    const worker = await started();
    const other = await started();
    const gone = { ...worker.shop.account, merchantConnectorId: 'mca_gone' as MerchantConnectorId };
    for (const account of [gone, other.shop.account])
      expect(await fetched(worker, 'payment', { account })).toMatchObject({ kind: 'failed', code: 'NO_ACCOUNT' });
    expect(worker.processor.calls).toEqual([]);
  });

  it('fails by name where the connector has no list, and is empty where it has nothing of the kind', async () => {
    const worker = await started(connectorWith(['payoutFulfill']));
    expect(await fetched(worker, 'payout')).toMatchObject({ kind: 'failed', code: 'NO_LIST' });
    expect(await fetched(worker, 'payment')).toEqual({ kind: 'page', records: [], next: null });
    expect(worker.processor.calls).toEqual([]);
  });

  it.each<[string, BoundRecordList['parseResponse']]>([
    [
      'a connector throws',
      () => {
        throw new Error('a bug');
      },
    ],
    ['a record is none', () => ({ kind: 'page', items: [{ ...record, moved: -1 } as never], next: null })],
  ])('fails where %s', async (_, parseResponse) => {
    const request = { method: 'GET', headers: {}, body: null } as const;
    const list = { buildRequest: () => ({ ...request, url: `${worker.pin}/lists` }), parseResponse };
    const worker: Worker = await started(connectorWith(['authorize'], list));
    worker.processor.onLookup = (_call, response) => json(response, 200, {});
    expect(await fetched(worker, 'payment')).toMatchObject({ kind: 'failed', code: 'UNREADABLE_ANSWER' });
    expect(worker.processor.calls).toHaveLength(1);
  });
});
