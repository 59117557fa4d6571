import { registry } from '@payorch/connectors';
import type { operationCommands, DataOf } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import type { DataSource } from 'typeorm';
import { json, wirePayment } from '../../test/processor';
import type { Worker } from '../../test/worker';
import { startWorker, workerDatabase } from '../../test/worker';

type Command = DataOf<typeof operationCommands.post_capture_void>;

const callTimeoutMs = 300;
const untilAbsenceCounts = () => new Promise((resolve) => setTimeout(resolve, 2 * callTimeoutMs + 20));

describe('a post-capture void', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;
  let data: Command;

  beforeAll(async () => void ({ database, drop } = await workerDatabase()));
  afterAll(() => drop());
  beforeEach(async () => {
    worker = await startWorker(database, { callTimeoutMs });
    const { operationId, merchantId, profileId, paymentId, attemptId, account } = worker.shop.authorize();
    const about = { operationId, merchantId, profileId, paymentId, attemptId, account };
    data = { ...about, reference: 'pay_1', charged: money(6540n, 'USD'), reason: null };
  });
  afterEach(() => worker.stop());

  const run = () => worker.runner.run({ flow: 'post_capture_void', data }, 1);
  const sync = (round: number) => {
    const { charged, reason: _, ...about } = data;
    return worker.sync.run({ ...about, flow: 'post_capture_void', money: charged, round }, 1);
  };
  const own = (status: string) => ({ reference: data.operationId, kind: 'post_capture_void', status, amount: 6540 });
  const shows = (status: string, operations: object[]) => wirePayment('op_first', { id: 'pay_1', status, operations });

  it('a post-capture void is sent once, by the reference of the payment, and its row has no amount', async () => {
    worker.processor.onPayment = (_call, response) => json(response, 200, shows('voided', [own('succeeded')]));
    const report = await run();
    expect(report).toMatchObject({
      messageId: `${data.operationId}:call`,
      outcome: { kind: 'voided', reference: 'pay_1' },
      operation: { flow: 'post_capture_void', state: 'answered', money: null },
    });
    expect(worker.processor.calls[0]).toMatchObject({
      path: '/dummy-connector/payments/pay_1/cancel_post_capture',
      body: { reference: data.operationId },
    });
    expect((await run()).outcome).toEqual(report.outcome);
    expect(worker.processor.calls).toHaveLength(1);
    expect(await worker.rows.load(data.merchantId, data.operationId)).toMatchObject({ flow: 'post_capture_void' });
  });

  it('a post-capture void whose answer is lost is unknown, never sent again, and settled by a sync', async () => {
    worker.processor.onPayment = (_call, response) => void response.destroy();
    for (let delivery = 0; delivery < 2; delivery++) expect((await run()).outcome.kind).toBe('unknown');
    worker.processor.onLookup = (_call, response) => json(response, 200, shows('voided', [own('succeeded')]));
    expect((await sync(1)).outcome).toEqual({ kind: 'voided', reference: 'pay_1' });
    expect(worker.processor.payments).toHaveLength(1);
    expect(worker.processor.calls.at(-1)?.path).toBe('/dummy-connector/payments/pay_1');
  });

  it('a post-capture void that the processor does not list is absent after two late syncs', async () => {
    worker.processor.onPayment = (_call, response) => void response.destroy();
    await run();
    worker.processor.onLookup = (_call, response) => json(response, 200, shows('succeeded', []));
    expect((await sync(1)).outcome).toMatchObject({ kind: 'unknown', error: { code: 'NOT_FOUND_YET' } });
    await untilAbsenceCounts();
    expect((await sync(2)).outcome.kind).toBe('unknown');
    expect((await sync(3)).outcome).toEqual({ kind: 'absent' });
  });

  it('a post-capture void that is synced before its command comes is forbidden', async () => {
    worker.processor.onLookup = (_call, response) => json(response, 200, shows('succeeded', []));
    expect((await sync(1)).outcome).toMatchObject({ kind: 'not_sent', error: { code: 'NEVER_SENT' } });
    expect((await run()).outcome).toMatchObject({ kind: 'not_sent', error: { code: 'NEVER_SENT' } });
    expect(worker.processor.payments).toHaveLength(0);
  });

  it('a post-capture void is not sent if the connector does not support it', async () => {
    const atStripe = await startWorker(database, { connector: registry.stripe });
    const { outcome } = await atStripe.runner.run({ flow: 'post_capture_void', data }, undefined);
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'FLOW_NOT_SUPPORTED' } });
    expect(atStripe.processor.calls).toHaveLength(0);
    await atStripe.stop();
  });
});
