import { registry } from '@payorch/connectors';
import type { operationCommands, DataOf } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import type { DataSource } from 'typeorm';
import { json, wirePayment } from '../../test/processor';
import type { Worker } from '../../test/worker';
import { startWorker, workerDatabase } from '../../test/worker';

const callTimeoutMs = 300;
const untilAbsenceCounts = () => new Promise((resolve) => setTimeout(resolve, 2 * callTimeoutMs + 20));
const captureBefore = '2026-12-01T10:00:00.000Z';

describe('an extension of an authorization', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;
  let data: DataOf<typeof operationCommands.extend>;

  beforeAll(async () => void ({ database, drop } = await workerDatabase()));
  afterAll(() => drop());
  beforeEach(async () => {
    worker = await startWorker(database, { callTimeoutMs });
    const { operationId, merchantId, profileId, paymentId, attemptId, account } = worker.shop.authorize();
    data = { operationId, merchantId, profileId, paymentId, attemptId, account, reference: 'pay_1' };
  });
  afterEach(() => worker.stop());

  const run = () => worker.runner.run({ flow: 'extend', data }, 1);
  const sync = (round: number) => worker.sync.run({ ...data, flow: 'extend', money: money(6540n, 'USD'), round }, 1);
  const own = (status: string) => ({ reference: data.operationId, kind: 'extend', status, amount: 6540 });
  const shows = (operations: object[]) => ({
    ...wirePayment('op_first', { id: 'pay_1', status: 'requires_capture', operations }),
    capture_before: operations.length > 0 ? captureBefore : null,
  });
  const extended = { kind: 'extended', reference: 'pay_1', captureBefore };

  it('an extension is sent once, by the reference of the payment, and its row has no amount', async () => {
    worker.processor.onPayment = (_call, response) => json(response, 200, shows([own('succeeded')]));
    const report = await run();
    expect(report).toMatchObject({
      messageId: `${data.operationId}:call`,
      outcome: extended,
      operation: { flow: 'extend', state: 'answered', money: null },
    });
    expect(worker.processor.calls[0]).toMatchObject({
      path: '/dummy-connector/payments/pay_1/extend',
      body: { reference: data.operationId },
    });
    expect((await run()).outcome).toEqual(report.outcome);
    expect(worker.processor.calls).toHaveLength(1);
    expect(await worker.rows.load(data.merchantId, data.operationId)).toMatchObject({ flow: 'extend' });
  });

  it('an extension whose answer is lost is unknown, never sent again, and settled by a sync', async () => {
    worker.processor.onPayment = (_call, response) => void response.destroy();
    for (let delivery = 0; delivery < 2; delivery++) expect((await run()).outcome.kind).toBe('unknown');
    worker.processor.onLookup = (_call, response) => json(response, 200, shows([own('succeeded')]));
    expect((await sync(1)).outcome).toEqual(extended);
    expect(worker.processor.payments).toHaveLength(1);
    expect(worker.processor.calls.at(-1)?.path).toBe('/dummy-connector/payments/pay_1');
  });

  it('an extension that the processor does not list is absent after two late syncs', async () => {
    worker.processor.onPayment = (_call, response) => void response.destroy();
    await run();
    worker.processor.onLookup = (_call, response) => json(response, 200, shows([]));
    expect((await sync(1)).outcome).toMatchObject({ kind: 'unknown', error: { code: 'NOT_FOUND_YET' } });
    await untilAbsenceCounts();
    expect((await sync(2)).outcome.kind).toBe('unknown');
    expect((await sync(3)).outcome).toEqual({ kind: 'absent' });
  });

  it('an extension is not sent if the connector does not support it', async () => {
    const atStripe = await startWorker(database, { connector: registry.stripe });
    const { outcome } = await atStripe.runner.run({ flow: 'extend', data }, undefined);
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'FLOW_NOT_SUPPORTED' } });
    expect(atStripe.processor.calls).toHaveLength(0);
    await atStripe.stop();
  });
});
