import type { ServerResponse } from 'node:http';
import type { Connector } from '@payorch/connector-kit';
import { registry } from '@payorch/connectors';
import type { Logger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { refundSyncOf, syncOf } from '../../test/builders';
import { json, wirePayment, wireRefund } from '../../test/processor';
import type { Worker } from '../../test/worker';
import { startWorker, workerDatabase } from '../../test/worker';
import { factsOf } from './commands/call-command';

const callTimeoutMs = 400;
const untilAbsenceCounts = () => new Promise((resolve) => setTimeout(resolve, 2 * callTimeoutMs + 20));

const noSuchRefund = { error: { type: 'invalid_request', message: 'Refund does not exist', code: 'DC_05' } };

describe('a sync', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;

  beforeAll(async () => void ({ database, drop } = await workerDatabase()));
  afterAll(() => drop());
  beforeEach(async () => void (worker = await startWorker(database, { callTimeoutMs })));
  afterEach(() => worker.stop());

  const sync = (data: Parameters<typeof syncOf>[0], round = 1) => worker.sync.run(syncOf(data, round), 1);

  it('a sync before the command forbids the operation', async () => {
    const data = worker.shop.authorize();
    const report = await sync(data);
    expect(report).toMatchObject({
      messageId: `${data.operationId}:sync:1`,
      source: 'sync',
      outcome: { kind: 'not_sent', error: { code: 'NEVER_SENT' } },
      operation: { state: 'never', sentAt: null },
    });
    const late = await worker.runner.run({ flow: 'authorize', data }, 1);
    expect(late.outcome).toMatchObject({ kind: 'not_sent', error: { code: 'NEVER_SENT' } });
    expect(worker.processor.payments).toHaveLength(0);
  });

  it('a sync finds a charge whose row was lost', async () => {
    const data = worker.shop.authorize();
    worker.processor.onLookup = (_call, response) => json(response, 200, wirePayment(data.operationId));
    const report = await sync(data);
    expect(report).toMatchObject({ outcome: { kind: 'captured' }, operation: { state: 'answered' } });
  });

  it('a sync turns an unknown call into the outcome at the processor', async () => {
    const data = worker.shop.authorize();
    worker.processor.onPayment = (_call, response) => void response.destroy();
    await worker.runner.run({ flow: 'authorize', data }, 1);
    worker.processor.onLookup = (_call, response) => json(response, 200, wirePayment(data.operationId));
    expect((await sync(data)).outcome).toMatchObject({ kind: 'captured', reference: `pay_of_${data.operationId}` });
    expect(worker.processor.calls.at(-1)?.path).toBe(`/dummy-connector/payments?reference=${data.operationId}`);
    const again = await worker.runner.run({ flow: 'authorize', data }, 1);
    expect(again.outcome).toMatchObject({ kind: 'captured' });
    expect(worker.processor.payments).toHaveLength(1);
  });

  it('a sync whose answer the connector cannot read is unknown, and the log line has payment and request', async () => {
    const lines: object[] = [];
    const bound = registry.stripe_test;
    const failing: Connector = {
      ...bound,
      bind: (account) => {
        const found = bound.bind(account)!;
        const flow: typeof found.flow = (name) => {
          const known = found.flow(name);
          const parseResponse = (): never => {
            throw new TypeError('no such field');
          };
          return known && name === 'sync' ? { ...known, parseResponse } : known;
        };
        return { ...found, flow };
      },
    };
    const logger = { error: (facts: object) => void lines.push(facts) } as unknown as Logger;
    const broken = await startWorker(database, { callTimeoutMs, connector: failing, logger });
    const data = broken.shop.authorize();
    broken.processor.onPayment = (_call, response) => void response.destroy();
    await broken.runner.run({ flow: 'authorize', data }, 1);
    broken.processor.onLookup = (_call, response) => json(response, 200, wirePayment(data.operationId));
    const { outcome } = await broken.sync.run(syncOf(data, 1), 1, 'request_1');
    await broken.stop();
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(lines).toEqual([
      expect.objectContaining({ request_id: 'request_1', payment_id: data.paymentId, merchant_id: data.merchantId }),
    ]);
  });

  describe('without an answer', () => {
    const sentWithoutAnswer = async () => {
      const data = worker.shop.authorize();
      worker.processor.onPayment = (_call, response) => void response.destroy();
      await worker.runner.run({ flow: 'authorize', data }, 1);
      return data;
    };

    it.each([
      ['no answer', (response: ServerResponse) => void response.destroy()],
      ['a fault of its own', (response: ServerResponse) => json(response, 500, {})],
      ['too many requests', (response: ServerResponse) => json(response, 429, {})],
    ])('a sync reports that the processor was called without an answer: %s', async (_, answer) => {
      const data = await sentWithoutAnswer();
      worker.processor.onLookup = (_call, response) => answer(response);
      const report = await sync(data);
      expect(report).toMatchObject({ outcome: { kind: 'unknown' }, unanswered: { called: true, syncInMs: 30_000 } });
    });

    it('a sync reports the same if the connection is refused', async () => {
      const data = await sentWithoutAnswer();
      await worker.processor.stop();
      expect(await sync(data)).toMatchObject({ outcome: { kind: 'unknown' }, unanswered: { called: true } });
    });

    it('a postponed sync reports that the processor was not called, and when the next sync is due', async () => {
      const data = await sentWithoutAnswer();
      const { length } = worker.processor.calls;
      const report = await worker.sync.postpone(syncOf(data, 4), 7_000);
      expect(report).toMatchObject({
        messageId: `${data.operationId}:sync:4`,
        outcome: { kind: 'unknown', error: { code: 'NOT_CALLED' } },
        unanswered: { called: false, syncInMs: 7_000 },
      });
      expect(worker.processor.calls).toHaveLength(length);
    });

    it('a postponed sync of a settled operation returns its outcome', async () => {
      const data = worker.shop.authorize();
      await worker.runner.run({ flow: 'authorize', data }, 1);
      const report = await worker.sync.postpone(syncOf(data, 1), 7_000);
      expect(report.outcome.kind).toBe('captured');
      expect(report.unanswered).toBeUndefined();
    });

    it('a postponed sync forbids an operation whose command has not come', async () => {
      const data = worker.shop.authorize();
      await worker.sync.postpone(syncOf(data, 1), 7_000);
      const late = await worker.runner.run({ flow: 'authorize', data }, 1);
      expect(late.outcome).toMatchObject({ kind: 'not_sent', error: { code: 'NEVER_SENT' } });
    });
  });

  it('"not found" is final only after two late answers', async () => {
    const data = worker.shop.authorize();
    await worker.log.claim(factsOf({ flow: 'authorize', data }));
    const early = [await sync(data, 1), await sync(data, 2)];
    for (const { outcome } of early)
      expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'NOT_FOUND_YET' } });
    await untilAbsenceCounts();
    expect((await sync(data, 3)).outcome).toMatchObject({ kind: 'unknown', error: { code: 'NOT_FOUND_YET' } });
    expect((await sync(data, 4)).outcome).toEqual({ kind: 'absent' });
  });

  it('"not found" counts from a time before the request, not from that of the answer', async () => {
    const data = worker.shop.authorize();
    await worker.log.claim(factsOf({ flow: 'authorize', data }));
    const count = jest.spyOn(worker.rows, 'countAbsence');
    const { onLookup } = worker.processor;
    let requestedAt = 0;
    worker.processor.onLookup = (call, response) => {
      requestedAt = Date.now();
      onLookup(call, response);
    };
    await sync(data);
    const { readAt, countsAfterMs } = count.mock.calls[0]![2];
    expect(readAt.getTime()).toBeLessThanOrEqual(requestedAt);
    expect(countsAfterMs).toBe(2 * callTimeoutMs);
  });

  it('a sync is unknown, never failed, if the processor cannot be reached', async () => {
    const data = worker.shop.authorize();
    await worker.log.claim(factsOf({ flow: 'authorize', data }));
    await worker.processor.stop();
    expect((await sync(data)).outcome).toMatchObject({ kind: 'unknown', error: { code: 'CONNECTION_REFUSED' } });
  });

  it('a settled outcome stays when the processor no longer finds the payment', async () => {
    const data = worker.shop.authorize();
    await worker.runner.run({ flow: 'authorize', data }, 1);
    await untilAbsenceCounts();
    for (const round of [1, 2, 3]) expect((await sync(data, round)).outcome).toMatchObject({ kind: 'captured' });
  });

  it('a refund sync before the command forbids the refund', async () => {
    const data = worker.shop.refund();
    worker.processor.onLookup = (_call, response) => json(response, 404, noSuchRefund);
    const report = await worker.sync.run(refundSyncOf(data), 1);
    expect(report).toMatchObject({
      messageId: `${data.operationId}:sync:1`,
      outcome: { kind: 'not_sent', error: { code: 'NEVER_SENT' } },
      operation: { flow: 'refund', state: 'never', refund: { refundId: data.refundId } },
    });
    const late = await worker.runner.run({ flow: 'refund', data }, 1);
    expect(late.outcome).toMatchObject({ kind: 'not_sent', error: { code: 'NEVER_SENT' } });
    expect(worker.processor.payments).toHaveLength(0);
  });

  it('a sync turns an unknown refund into the outcome at the processor', async () => {
    const data = worker.shop.refund();
    worker.processor.onPayment = (_call, response) => void response.destroy();
    await worker.runner.run({ flow: 'refund', data }, 1);
    worker.processor.onLookup = (_call, response) => json(response, 200, wireRefund(data.operationId));
    const reference = `ref_of_${data.operationId}`;
    const first = await worker.sync.run(refundSyncOf(data), 1);
    expect(first.outcome).toEqual({ kind: 'refunded', reference, money: data.money });
    await worker.sync.run(refundSyncOf(data, 2), 1);
    expect(worker.processor.calls.slice(1).map(({ path }) => path)).toEqual([
      `/dummy-connector/refunds?reference=${data.operationId}`,
      `/dummy-connector/refunds/${reference}`,
    ]);
  });

  it('a refund is absent only after two late "not found" answers', async () => {
    const data = worker.shop.refund();
    worker.processor.onLookup = (_call, response) => json(response, 404, noSuchRefund);
    await worker.log.claim(factsOf({ flow: 'refund', data }));
    const syncAgain = (round: number) => worker.sync.run(refundSyncOf(data, round), 1);
    expect((await syncAgain(1)).outcome).toMatchObject({ kind: 'unknown', error: { code: 'NOT_FOUND_YET' } });
    await untilAbsenceCounts();
    expect((await syncAgain(2)).outcome).toMatchObject({ kind: 'unknown', error: { code: 'NOT_FOUND_YET' } });
    expect((await syncAgain(3)).outcome).toEqual({ kind: 'absent' });
  });

  it.each([
    ['never counts', undefined, 'unknown'],
    ['counts once the search has caught up', 1, 'absent'],
  ])('"not found" of a search that lags behind %s', async (_, searchSettlesAfterMs, kind) => {
    const { guarantees } = registry.stripe_test;
    const settles = searchSettlesAfterMs === undefined ? {} : { searchSettlesAfterMs };
    const connector = {
      ...registry.stripe_test,
      guarantees: { ...guarantees, lookupIsAuthoritative: 'by_reference' as const, ...settles },
    };
    const searching = await startWorker(database, { callTimeoutMs, connector });
    const data = searching.shop.authorize();
    await searching.log.claim(factsOf({ flow: 'authorize', data }));
    await untilAbsenceCounts();
    await searching.sync.run(syncOf(data, 1), 1);
    expect((await searching.sync.run(syncOf(data, 2), 1)).outcome.kind).toBe(kind);
    await searching.stop();
  });
});
