import type { AccountRef } from '@payorch/contracts';
import { operationCommands, connectorAccountSettings, connectorAuthorize } from '@payorch/contracts';
import { eventually, openedText } from '@payorch/harness';
import { type MerchantConnectorId, newId } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import type { ServerResponse } from 'node:http';
import { shopSeals } from '../../test/builders';
import { json, wirePayment, wireRefund } from '../../test/processor';
import { startTransport, type TransportRig } from '../../test/transport';
import type { Worker } from '../../test/worker';
import { deferredOperationOf } from '../lanes/deferred-operations';

const gate = {
  maxInFlight: 8,
  maxSyncs: 2,
  reserved: { charge: 2, follow_up: 2, sync: 1 },
  // It never opens, as with a processor that is only slow.
  breaker: { window: 1_000, atLeast: 1_000, openAtRate: 1, openForMs: 5_000, longestOpenMs: 5_000 },
};

/** In memory at most this many wait before partitions are paused. */
const inMemory = 100;
const frozenCharges = 6 * inMemory;

describe('one of twenty accounts of a lane, whose processor does not answer', () => {
  let rig: TransportRig;
  let worker: Worker;
  let frozen: AccountRef;
  let others: readonly AccountRef[];
  const held: (() => void)[] = [];
  let isFrozen = true;

  beforeAll(async () => {
    rig = await startTransport({ gate, callTimeoutMs: 60_000, leaseMs: 1_000 }, 64);
    ({ worker } = rig);
    const { shop, settings, processor } = worker;
    others = Array.from({ length: 19 }, () => {
      const merchantConnectorId = newId<MerchantConnectorId>('mca');
      settings.apply({
        message: connectorAccountSettings,
        data: shop.settingsOf({ ...shop.account, merchantConnectorId }),
        key: null,
      } as unknown as Incoming);
      return { ...shop.account, merchantConnectorId };
    });
    frozen = shop.account;
    const answer = (path: string, reference: string, response: ServerResponse): void =>
      json(response, 200, path.includes('refund') ? wireRefund(reference) : wirePayment(reference));
    processor.onPayment = ({ body, path }, response) => {
      const reference = String(body['reference']);
      const isItsOwn = frozenOperations.has(reference);
      if (isItsOwn && isFrozen) held.push(() => answer(path, reference, response));
      else answer(path, reference, response);
    };
    worker.deferredOperations.onApplicationBootstrap();
  }, 60_000);
  afterAll(() => rig.stop());

  const frozenOperations = new Set<string>();
  const own = <Data extends { readonly operationId: string }>(data: Data): Data => {
    frozenOperations.add(data.operationId);
    return data;
  };
  const outcomes = (): Map<string, { readonly kind: string; readonly error?: { readonly code: string } }> =>
    new Map(
      worker.sent.map((message) => {
        const { operationId, outcome } = JSON.parse(openedText(shopSeals, message));
        return [operationId, outcome];
      }),
    );
  const outcomesOf = (operations: readonly { readonly operationId: string }[]) => {
    const all = outcomes();
    return operations.flatMap(({ operationId }) => all.get(operationId) ?? []);
  };
  const deferred = async (): Promise<Record<string, number>> =>
    Object.fromEntries((await worker.deferred.waiting()).map(({ share, count }) => [share, count]));

  it('delays no other account: its operations wait on disk, its late charges end, and the rest begin when it answers', async () => {
    const { shop, processor } = worker;
    const { message, producer } = rig;
    const late = Array.from({ length: 5 }, () =>
      own(shop.authorize({ notAfter: new Date(Date.now() + 2_000).toISOString() })),
    );
    const charges = Array.from({ length: frozenCharges }, () => own(shop.authorize({ account: frozen })));
    const refunds = Array.from({ length: 2 * inMemory }, () => own(shop.refund({ account: frozen })));
    const behind = others.flatMap((account) => Array.from({ length: 20 }, () => shop.authorize({ account })));
    // All of them are in one lane, those of the other accounts behind those of the frozen one on each partition.
    await producer.send(charges.slice(0, inMemory).map((data) => message(connectorAuthorize, data)));
    await producer.send(late.map((data) => message(connectorAuthorize, data)));
    await producer.send(charges.slice(inMemory).map((data) => message(connectorAuthorize, data)));
    await producer.send(refunds.map((data) => message(operationCommands.refund, data)));
    await producer.send(behind.map((data) => message(connectorAuthorize, data)));
    await eventually(() => outcomesOf(behind).length === behind.length, { withinMs: 30_000 });
    expect(new Set(outcomesOf(behind).map(({ kind }) => kind))).toEqual(new Set(['captured']));
    expect(outcomesOf(charges)).toEqual([]);

    // In memory is only what half of the limit permits; the rest is on disk, and committed to the broker.
    await eventually(async () => {
      const { charge = 0, follow_up: followUps = 0 } = await deferred();
      return charge + followUps >= frozenCharges + refunds.length - inMemory - gate.maxInFlight;
    });
    await eventually(() => outcomesOf(late).length === late.length, { withinMs: 20_000 });
    for (const outcome of outcomesOf(late))
      expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'BULKHEAD_FULL' } });

    isFrozen = false;
    for (const release of held.splice(0)) release();
    await eventually(() => outcomesOf([...charges, ...refunds]).length === charges.length + refunds.length, {
      withinMs: 50_000,
    });
    expect(new Set(outcomesOf(charges).map(({ kind }) => kind))).toEqual(new Set(['captured']));
    expect(new Set(outcomesOf(refunds).map(({ kind }) => kind))).toEqual(new Set(['refunded']));
    const references = processor.payments.map(({ body }) => String(body['reference']));
    expect(new Set(references).size).toBe(references.length);
    expect(await deferred()).toEqual({});
  });
});

describe('a charge that waits on disk, and whose worker dies', () => {
  let rig: TransportRig;
  let worker: Worker;
  beforeAll(async () => {
    rig = await startTransport({}, 16);
    ({ worker } = rig);
  }, 60_000);
  afterAll(() => rig.stop());

  const deferred = async (): Promise<ReturnType<Worker['shop']['authorize']>> => {
    const data = worker.shop.authorize();
    const context = { messageId: data.operationId, correlationId: 'c', traceparent: '', occurredAt: new Date() };
    await worker.deferred.add(
      deferredOperationOf({ message: connectorAuthorize, data, context } as unknown as Incoming),
    );
    return data;
  };
  /** What a worker does that dies after it: it takes the oldest charge, for a lease of this time. */
  const take = async (operationId: string): Promise<void> =>
    expect(await worker.deferred.take({ account: worker.shop.account, share: 'charge' }, 200)).toMatchObject({
      operationId,
    });

  it('before it was claimed, or after its outcome was stored: it is charged once, by the worker that is left', async () => {
    const unclaimed = await deferred();
    await take(unclaimed.operationId);
    const answered = await deferred();
    await take(answered.operationId);
    expect((await worker.runner.run({ flow: 'authorize', data: answered }, 1)).outcome.kind).toBe('captured');
    expect(worker.processor.payments).toHaveLength(1);
    worker.deferredOperations.onApplicationBootstrap();
    await eventually(async () => (await worker.deferred.waiting()).length === 0, { withinMs: 20_000 });
    const published = worker.sent.map((message) => JSON.parse(openedText(shopSeals, message)));
    expect(published.map(({ operationId, outcome }) => [operationId, outcome.kind]).sort()).toEqual(
      [unclaimed, answered].map(({ operationId }) => [operationId, 'captured']).sort(),
    );
    expect(worker.processor.payments).toHaveLength(2);
  });
});
