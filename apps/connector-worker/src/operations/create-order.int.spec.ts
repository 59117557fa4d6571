import { registry } from '@payorch/connectors';
import type { operationCommands, DataOf } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import type { DataSource } from 'typeorm';
import { json } from '../../test/processor';
import type { Worker } from '../../test/worker';
import { startWorker, workerDatabase } from '../../test/worker';

const callTimeoutMs = 300;
const untilAbsenceCounts = () => new Promise((resolve) => setTimeout(resolve, 2 * callTimeoutMs + 20));

describe('an order', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;
  let data: DataOf<typeof operationCommands.create_order>;

  beforeAll(async () => void ({ database, drop } = await workerDatabase()));
  afterAll(() => drop());
  beforeEach(async () => {
    worker = await startWorker(database, { callTimeoutMs });
    const { operationId, merchantId, profileId, paymentId, attemptId, account } = worker.shop.authorize();
    const about = { operationId, merchantId, profileId, paymentId, attemptId, account };
    data = { ...about, money: money(6540n, 'USD'), capture: 'automatic' };
  });
  afterEach(() => worker.stop());

  const run = () => worker.runner.run({ flow: 'create_order', data }, 1);
  const sync = (round: number) => worker.sync.run({ ...data, flow: 'create_order', reference: null, round }, 1);
  const order = () => ({
    id: 'order_1',
    status: 'created',
    amount: 6540,
    currency: 'USD',
    reference: data.operationId,
  });
  const noOrder = { error: { type: 'invalid_request', code: 'DC_09', message: 'Order does not exist in our records' } };
  const created = { kind: 'order_created', reference: 'order_1', money: money(6540n, 'USD') };

  it('is created by one call, and its row has the sum and the processor’s id', async () => {
    worker.processor.onPayment = (_call, response) => json(response, 200, order());
    const report = await run();
    expect(report).toMatchObject({ messageId: `${data.operationId}:call`, outcome: created });
    expect(worker.processor.calls[0]).toMatchObject({
      path: '/dummy-connector/orders',
      body: { amount: 6540, currency: 'USD', capture_method: 'automatic', reference: data.operationId },
    });
    expect((await run()).outcome).toEqual(report.outcome);
    expect(worker.processor.calls).toHaveLength(1);
    expect(await worker.rows.load(data.merchantId, data.operationId)).toMatchObject({
      flow: 'create_order',
      state: 'answered',
      money: data.money,
      reference: 'order_1',
    });
  });

  it('whose answer is lost is unknown, never sent again, and found by a sync', async () => {
    worker.processor.onPayment = (_call, response) => void response.destroy();
    for (let delivery = 0; delivery < 2; delivery++) expect((await run()).outcome.kind).toBe('unknown');
    worker.processor.onLookup = (_call, response) => json(response, 200, order());
    expect((await sync(1)).outcome).toEqual(created);
    expect(worker.processor.payments).toHaveLength(1);
    expect(worker.processor.calls.at(-1)?.path).toBe(`/dummy-connector/orders?reference=${data.operationId}`);
  });

  it('that the processor does not know is absent after two late syncs', async () => {
    worker.processor.onPayment = (_call, response) => void response.destroy();
    await run();
    worker.processor.onLookup = (_call, response) => json(response, 404, noOrder);
    expect((await sync(1)).outcome).toMatchObject({ kind: 'unknown', error: { code: 'NOT_FOUND_YET' } });
    await untilAbsenceCounts();
    expect((await sync(2)).outcome.kind).toBe('unknown');
    expect((await sync(3)).outcome).toEqual({ kind: 'absent' });
  });

  it('is not sent after a sync came before it', async () => {
    worker.processor.onLookup = (_call, response) => json(response, 404, noOrder);
    expect((await sync(1)).outcome.kind).toBe('not_sent');
    expect((await run()).outcome.kind).toBe('not_sent');
    expect(worker.processor.payments).toHaveLength(0);
  });

  it('is not sent if the connector does not support it', async () => {
    const atStripe = await startWorker(database, { connector: registry.stripe });
    const { outcome } = await atStripe.runner.run({ flow: 'create_order', data }, undefined);
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'FLOW_NOT_SUPPORTED' } });
    expect(atStripe.processor.calls).toHaveLength(0);
    await atStripe.stop();
  });
});
