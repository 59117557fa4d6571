import { operationCommands, connectorAuthorize, connectorRefundSync, connectorSync } from '@payorch/contracts';
import { eventually, openedText } from '@payorch/harness';
import { refundSyncOf, shopSeals, syncOf } from '../../test/builders';
import { json, wirePayment, wireRefund } from '../../test/processor';
import { startTransport, type TransportRig } from '../../test/transport';
import type { Worker } from '../../test/worker';

const maxInFlight = 4;
const gate = {
  maxInFlight,
  maxSyncs: 2,
  reserved: { charge: 1, follow_up: 1, sync: 1 },
  // Opens after ten unanswered calls in a row, for longer than a busy machine takes for the next message.
  breaker: { window: 10, atLeast: 10, openAtRate: 1, openForMs: 5_000, longestOpenMs: 5_000 },
};

interface PublishedOutcome {
  readonly operationId: string;
  readonly source: string;
  readonly outcome: { readonly kind: string; readonly error?: { readonly code: string } };
  readonly unanswered?: { readonly asked: boolean };
}

describe('operations of one connector account', () => {
  let rig: TransportRig;
  let worker: Worker;
  let producer: TransportRig['producer'];
  let message: TransportRig['message'];

  beforeAll(async () => {
    rig = await startTransport({ gate, callTimeoutMs: 20_000, leaseMs: 1_000 }, 256);
    ({ worker, producer, message } = rig);
    worker.deferredOperations.onApplicationBootstrap();
  }, 60_000);
  afterAll(() => rig.stop());

  const published = (from: number): PublishedOutcome[] =>
    worker.sent.slice(from).map((message) => JSON.parse(openedText(shopSeals, message)) as PublishedOutcome);

  it('operations wait for room for longer than a lease and all succeed: never more than the cap in flight, refunds in reserved places', async () => {
    let underWay = 0;
    let most = 0;
    worker.processor.onPayment = ({ body, path }, response) => {
      most = Math.max(most, (underWay += 1));
      setTimeout(() => {
        underWay -= 1;
        const reference = String(body['reference']);
        json(response, 200, path.includes('refund') ? wireRefund(reference) : wirePayment(reference));
      }, 100);
    };
    const from = worker.sent.length;
    const charges = Array.from({ length: 60 }, () => message(connectorAuthorize, worker.shop.authorize()));
    const refunds = Array.from({ length: 5 }, () => message(operationCommands.refund, worker.shop.refund()));
    await producer.send([...charges, ...refunds]);
    await eventually(() => worker.sent.length === from + 65, { withinMs: 40_000 });
    const kinds = published(from).map(({ outcome }) => outcome.kind);
    expect(kinds.filter((kind) => kind === 'captured')).toHaveLength(60);
    expect(kinds.filter((kind) => kind === 'refunded')).toHaveLength(5);
    // The refunds arrived behind all charges and did not wait for them.
    expect(kinds.lastIndexOf('refunded')).toBeLessThan(50);
    expect(most).toBeLessThanOrEqual(maxInFlight);
    expect(worker.processor.payments).toHaveLength(65);
  });

  it('follow-ups are deferred while their account takes none, block no message behind them, and begin when the account takes them', async () => {
    const { shop, processor, deferred } = worker;
    processor.onPayment = ({ path, body }, response) =>
      path.includes('refund') ? void response.destroy() : json(response, 200, wirePayment(String(body['reference'])));
    let from = worker.sent.length;
    await producer.send(Array.from({ length: 10 }, () => message(operationCommands.refund, shop.refund())));
    await eventually(() => worker.sent.length === from + 10);

    from = worker.sent.length;
    // More follow-ups than wait in memory before their partitions are paused; a charge is behind them on each partition.
    const refunds = Array.from({ length: 300 }, () => shop.refund());
    const charges = Array.from({ length: 8 }, () => shop.authorize());
    await producer.send(refunds.map((data) => message(operationCommands.refund, data)));
    await producer.send(charges.map((data) => message(connectorAuthorize, data)));
    await producer.send([message(connectorRefundSync, refundSyncOf(refunds[0]!))]);
    const waiting = async (): Promise<number> => (await deferred.waiting()).reduce((sum, { count }) => sum + count, 0);
    await eventually(async () => worker.sent.length === from + 9 && (await waiting()) >= 290, { withinMs: 30_000 });
    const behind = published(from);
    expect(behind.filter(({ outcome }) => outcome.kind === 'captured')).toHaveLength(8);
    // A sync of a deferred operation does not forbid the operation.
    expect(behind.filter(({ source }) => source === 'sync')).toMatchObject([
      { operationId: refunds[0]!.operationId, outcome: { kind: 'unknown' }, unanswered: { called: false } },
    ]);

    processor.onPayment = ({ body, path }, response) => {
      const reference = String(body['reference']);
      json(response, 200, path.includes('refund') ? wireRefund(reference) : wirePayment(reference));
    };
    await eventually(async () => worker.sent.length === from + 309 && (await waiting()) === 0, { withinMs: 40_000 });
    const refunded = published(from).filter(({ outcome }) => outcome.kind === 'refunded');
    expect(new Set(refunded.map(({ operationId }) => operationId)).size).toBe(300);
    const refundCalls = processor.payments.filter(({ path }) => path.includes('refund')).length;
    expect(refundCalls).toBe(5 + 10 + 300);
  });

  it('while the processor does not answer, charges with a fallback go to it, other charges wait, and syncs are postponed', async () => {
    const { shop, processor } = worker;
    processor.onPayment = (_call, response) => void response.destroy();
    processor.onLookup = (_call, response) => void response.destroy();
    let from = worker.sent.length;
    const lost = Array.from({ length: 10 }, () => shop.authorize());
    await producer.send(lost.map((data) => message(connectorAuthorize, data)));
    await eventually(() => worker.sent.length === from + 10);
    await producer.send(lost.map((data) => message(connectorSync, syncOf(data))));
    await eventually(() => worker.sent.length === from + 20);

    from = worker.sent.length;
    const calls = processor.calls.length;
    const withFallback = shop.authorize({ fallbacks: [shop.account] });
    const waiting = shop.authorize();
    processor.onPayment = ({ body }, response) => json(response, 200, wirePayment(String(body['reference'])));
    await producer.send([message(connectorAuthorize, withFallback), message(connectorSync, syncOf(lost[0]!, 2))]);
    await eventually(() => worker.sent.length === from + 2);
    const [postponed, refused] = [...published(from)].sort((a, b) => b.source.localeCompare(a.source));
    expect(refused).toMatchObject({
      operationId: withFallback.operationId,
      outcome: { kind: 'not_sent', error: { code: 'BREAKER_OPEN' }, retry: 'another_account' },
    });
    expect(postponed).toMatchObject({ outcome: { kind: 'unknown' }, unanswered: { called: false } });
    expect(processor.calls).toHaveLength(calls);

    await producer.send([message(connectorAuthorize, waiting)]);
    await eventually(() => worker.sent.length === from + 3);
    expect(published(from).at(-1)).toMatchObject({ operationId: waiting.operationId, outcome: { kind: 'captured' } });
    const again = await worker.runner.run({ flow: 'authorize', data: withFallback }, 1);
    expect(again.outcome.kind).toBe('not_sent');
    expect(processor.calls).toHaveLength(calls + 1);
  });
});
