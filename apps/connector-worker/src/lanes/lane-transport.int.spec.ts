import { openedText } from '@payorch/harness';
import { connectorAuthorize, connectorOutcome, connectorSync } from '@payorch/contracts';
import { shopSeals, syncOf } from '../../test/builders';
import { startTransport, type TransportRig } from '../../test/transport';
import type { Worker } from '../../test/worker';

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    if (waited > 20_000) throw new Error(`timed out before ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("a connector's transport", () => {
  let rig: TransportRig;
  let worker: Worker;
  let producer: TransportRig['producer'];
  let message: TransportRig['message'];

  beforeAll(async () => {
    rig = await startTransport({}, 16);
    ({ worker, producer, message } = rig);
  }, 60_000);
  afterAll(() => rig.stop());

  const outcomes = (from: number) =>
    worker.sent.slice(from).map((published) => ({
      topic: published.topic,
      id: published.headers['ce_id'],
      correlation: published.headers['correlationid'],
      ...(JSON.parse(openedText(shopSeals, published)) as {
        outcome: { kind: string };
        operationId: string;
        source: string;
      }),
    }));

  it('a command that is delivered three times makes one call, and its outcomes have one message id', async () => {
    const from = worker.sent.length;
    const data = worker.shop.authorize();
    await producer.send([1, 2, 3].map(() => message(connectorAuthorize, data)));
    await until(() => worker.sent.length === from + 3, 'three outcomes are published');
    for (const outcome of outcomes(from))
      expect(outcome).toMatchObject({
        topic: connectorOutcome.topic,
        id: `${data.operationId}:call`,
        correlation: 'correlation',
        operationId: data.operationId,
        source: 'call',
        outcome: { kind: 'captured' },
      });
    expect(worker.processor.payments).toHaveLength(1);
  });

  it('a command after its deadline is not begun, nor when it is redelivered', async () => {
    const from = worker.sent.length;
    const calls = worker.processor.payments.length;
    const data = worker.shop.authorize();
    const late = message(connectorAuthorize, data, { deadline: new Date(Date.now() - 1) });
    await producer.send([late, message(connectorAuthorize, data)]);
    await until(() => worker.sent.length === from + 2, 'both outcomes are published');
    for (const { outcome } of outcomes(from)) expect(outcome.kind).toBe('not_sent');
    expect(worker.processor.payments).toHaveLength(calls);
  });

  it('a command and the sync behind it are answered in order', async () => {
    const from = worker.sent.length;
    const data = worker.shop.authorize();
    await producer.send([message(connectorAuthorize, data), message(connectorSync, syncOf(data))]);
    await until(() => worker.sent.length === from + 2, 'both outcomes are published');
    expect(outcomes(from).map(({ source, outcome }) => [source, outcome.kind])).toEqual([
      ['call', 'captured'],
      ['sync', 'captured'],
    ]);
  });
});
