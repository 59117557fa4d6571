import { inTransaction } from '@payorch/platform/postgres';
import type { DataSource } from 'typeorm';
import type { AuthorizeCommand } from '../../test/builders';
import { syncOf } from '../../test/builders';
import { json, KeyedProcessor } from '../../test/processor';
import { keyedConnector, steppingConnector } from '../../test/stepping-connector';
import type { Worker } from '../../test/worker';
import { startWorker, workerDatabase } from '../../test/worker';
import type { Operation } from '../domain/operation';
import { purposes } from '../sealed/purposes';
import { factsOf } from './call-command';

type Response = import('node:http').ServerResponse;

describe('an operation without an answer', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;
  let keyed: KeyedProcessor;

  beforeAll(async () => void ({ database, drop } = await workerDatabase()));
  afterAll(() => drop());
  beforeEach(async () => {
    worker = await startWorker(database, { connector: keyedConnector });
    keyed = new KeyedProcessor();
    worker.processor.onPayment = keyed.onPayment;
  });
  afterEach(() => worker.stop());

  const run = (data: AuthorizeCommand) => worker.runner.run({ flow: 'authorize', data }, 1);
  const rowOf = async ({ merchantId, operationId }: AuthorizeCommand): Promise<Operation> =>
    (await worker.rows.load(merchantId, operationId))!;
  /** Taken by a worker that died before it sent anything. */
  const claimed = async (data: AuthorizeCommand, pin = worker.pin): Promise<Operation> =>
    (await worker.log.claim(factsOf({ flow: 'authorize', data }, pin))).operation;
  const held = (fallbacks = [worker.shop.account]): AuthorizeCommand => {
    const { shop, vault } = worker;
    const card = shop.card('held');
    vault.cvcs.set(card.reference, shop.keys.seal('737', card.reference, shop.merchantId, purposes.cardCvc));
    return shop.authorize({ card, fallbacks });
  };
  const isHeld = ({ card }: AuthorizeCommand): boolean => worker.vault.cvcs.has(card!.reference);

  it('is sent again under its key at once, and each later delivery tells the same', async () => {
    const data = held();
    await claimed(data);
    const report = await run(data);
    expect(report).toMatchObject({ outcome: { kind: 'captured' }, messageId: `${data.operationId}:call` });
    expect(worker.processor.payments.map(({ headers }) => headers['idempotency-key'])).toEqual([data.operationId]);
    expect((await run(data)).outcome).toEqual(report.outcome);
    expect(worker.processor.payments).toHaveLength(1);
    expect(isHeld(data)).toBe(false);
  });

  it.each<[string, (response: Response) => void]>([
    ['whose answer was lost', (response) => void response.destroy()],
    ['that was answered with a fault', (response) => json(response, 500, {})],
  ])('%s is charged once, however often it is delivered', async (_, answer) => {
    const data = held();
    worker.processor.onPayment = (call, response) => {
      keyed.onPayment(call, { writeHead: () => ({ end: () => undefined }) } as never);
      answer(response);
    };
    expect(await run(data)).toMatchObject({ outcome: { kind: 'unknown' }, messageId: `${data.operationId}:lost` });
    expect(isHeld(data)).toBe(true);
    worker.processor.onPayment = keyed.onPayment;
    expect(await run(data)).toMatchObject({ outcome: { kind: 'captured' }, messageId: `${data.operationId}:call` });
    expect(keyed.charged).toEqual([data.operationId]);
  });

  it('is finished though it is too late to begin it', async () => {
    const data = { ...held(), notAfter: new Date(0).toISOString() };
    await claimed(data);
    expect((await run(data)).outcome.kind).toBe('captured');
  });

  it('makes nothing again that went before and was stored, so that its bytes are the same', async () => {
    const data = held();
    const died = await claimed(data);
    expect(await worker.log.noteFound(died, { customer: 'cus_1', token: 'tok_1' })).toBe(true);
    expect((await run(data)).outcome).toMatchObject({ kind: 'captured', reference: `${data.operationId}/tok_1` });
    expect(worker.processor.calls).toHaveLength(1);
  });

  it('stores what went before it ahead of its own call', async () => {
    const data = held();
    let stored: unknown;
    worker.processor.onPayment = (call, response) =>
      void rowOf(data).then(({ found }) => {
        stored = found;
        keyed.onPayment(call, response);
      });
    await run(data);
    expect(stored).toEqual({ customer: 'customer', token: 'token' });
  });

  it.each<[string, (data: AuthorizeCommand) => void, string]>([
    ['its CVC is lost', () => worker.vault.cvcs.clear(), 'CVC_LOST'],
    ['what goes before is refused', () => (worker.processor.onPreliminary = (_, r) => json(r, 402, {})), 'HTTP_402'],
    ['what goes before fails', () => (worker.processor.onPreliminary = (_, r) => json(r, 503, {})), 'HTTP_503'],
    ['the key may not', () => (worker.processor.onPayment = (_, r) => json(r, 401, {})), 'HTTP_401'],
    ['the account may not', () => (worker.processor.onPayment = (_, r) => json(r, 403, {})), 'HTTP_403'],
    ['there are too many calls', () => (worker.processor.onPayment = (_, r) => json(r, 429, {})), 'HTTP_429'],
    ['the parameters are others', () => (worker.processor.onPayment = (_, r) => json(r, 400, {})), 'HTTP_400'],
  ])('stays unknown, without a next account, where on its resend %s', async (_, spoil, code) => {
    const data = held();
    await claimed(data);
    spoil(data);
    const report = await run(data);
    expect(report).toMatchObject({
      outcome: { kind: 'unknown', error: { code } },
      messageId: `${data.operationId}:lost`,
    });
    expect((await rowOf(data)).state).toBe('unknown');
  });

  it('stays unknown where nobody listens any more', async () => {
    const data = held();
    await claimed(data);
    await worker.processor.stop();
    expect((await run(data)).outcome).toMatchObject({ kind: 'unknown', error: { code: 'CONNECTION_REFUSED' } });
  });

  it('may be declined on its resend, and keeps the CVC for the next account', async () => {
    const data = held();
    await claimed(data);
    worker.processor.onPayment = (_call, response) => json(response, 402, {});
    expect((await run(data)).outcome).toMatchObject({ kind: 'declined', retry: 'another_account' });
    expect(isHeld(data)).toBe(true);
  });

  it.each<[string, (data: AuthorizeCommand) => Promise<unknown>]>([
    ['of other settings of its account', (data) => claimed(data, 'other settings')],
    ['of another account', (data) => claimed({ ...data, account: { ...data.account, connector: 'another' } })],
    [
      'that was sent a day ago',
      async (data) => {
        await claimed(data);
        await inTransaction(database, { merchants: [data.merchantId] }, (sql) =>
          sql.query(`UPDATE operations SET sent_at = sent_at - interval '23 hours' WHERE operation_id = $1`, [
            data.operationId,
          ]),
        );
      },
    ],
  ])('%s is not sent again', async (_, take) => {
    const data = held();
    await take(data);
    expect((await run(data)).outcome).toMatchObject({ kind: 'unknown', error: { code: 'SENT_BEFORE' } });
    expect(worker.processor.calls).toHaveLength(0);
  });

  it('is sent by one of two deliveries that come at once', async () => {
    const data = held();
    await claimed(data);
    const reports = await Promise.all([run(data), run(data)]);
    expect(reports.filter(({ outcome }) => outcome.kind === 'captured').length).toBeGreaterThanOrEqual(1);
    expect(keyed.charged).toEqual([data.operationId]);
  });

  it('belongs to whoever took it over: the worker before, still at its preliminaries, sends nothing', async () => {
    const data = held();
    let goOn = (): void => undefined;
    const { onPreliminary } = worker.processor;
    const paused = new Promise<void>((resolve) => {
      worker.processor.onPreliminary = (call, response) => {
        goOn = () => onPreliminary(call, response);
        worker.processor.onPreliminary = onPreliminary;
        resolve();
      };
    });
    const first = run(data);
    await paused;
    expect((await run(data)).outcome.kind).toBe('captured');
    goOn();
    expect(await first).toMatchObject({ outcome: { kind: 'captured' }, messageId: `${data.operationId}:call` });
    expect(worker.processor.payments).toHaveLength(1);
  });

  /** The first delivery is at the processor; the second one is told that the key is in use. */
  const overtaken = async (data: AuthorizeCommand, answer: (response: Response) => void) => {
    let end = (): void => undefined;
    const atProcessor = new Promise<void>((resolve) => {
      worker.processor.onPayment = (_call, response) => {
        end = () => answer(response);
        worker.processor.onPayment = (_again, second) => json(second, 409, {});
        resolve();
      };
    });
    const first = run(data);
    await atProcessor;
    const second = await run(data);
    end();
    return { first: await first, second };
  };

  it('that the worker before was charged for is so, though it was taken over', async () => {
    const data = held();
    const { first, second } = await overtaken(data, (response) => json(response, 200, {}));
    expect(second).toMatchObject({ outcome: { kind: 'unknown' }, messageId: `${data.operationId}:lost` });
    expect(first).toMatchObject({ outcome: { kind: 'captured' }, messageId: `${data.operationId}:call` });
    expect(await rowOf(data)).toMatchObject({ state: 'answered', outcome: { kind: 'captured' } });
  });

  it.each([402, 429])(
    'stays unknown where the worker before it hears %i, which tells of its own call alone',
    async (status) => {
      const data = held();
      const { first } = await overtaken(data, (response) => json(response, status, {}));
      expect(first.outcome.kind).toBe('unknown');
      expect((await rowOf(data)).state).toBe('unknown');
    },
  );

  it('is not called absent by a question from before it was taken over', async () => {
    const data = held();
    const row = await claimed(data);
    await worker.log.takeOver(row, 60_000);
    expect(await worker.log.storeAbsence(row)).toMatchObject({ isMine: false });
    expect((await rowOf(data)).state).toBe('sent');
    expect(await worker.rows.countAbsence(data.merchantId, data.operationId, 1_000)).toBe(0);
  });

  it('that is called absent is not taken over any more', async () => {
    const data = held();
    const row = await claimed(data);
    expect(await worker.log.storeAbsence(row)).toMatchObject({ isMine: true });
    expect((await run(data)).outcome).toEqual({ kind: 'absent' });
    expect(worker.processor.calls).toHaveLength(0);
  });

  it('is not renewed by the claim that lost it, nor once somebody has spoken of it', async () => {
    const row = await claimed(held());
    const renewed = await worker.log.renew(row);
    expect(renewed?.leaseToken).not.toBe(row.leaseToken);
    expect(await worker.log.renew(row)).toBeUndefined();
    const outcome = { kind: 'unknown', reference: null, error: { code: 'c', message: 'm', reason: null } } as const;
    await worker.log.storeOutcome(renewed!, outcome);
    expect(await worker.log.renew(renewed!)).toBeUndefined();
  });

  it('loses its CVC at once at a processor that guarantees nothing', async () => {
    const plain = await startWorker(database, { connector: steppingConnector });
    const { shop, vault } = plain;
    const card = shop.card('held');
    vault.cvcs.set(card.reference, shop.keys.seal('737', card.reference, shop.merchantId, purposes.cardCvc));
    plain.processor.onPayment = (_call, response) => void response.destroy();
    const data = shop.authorize({ card, fallbacks: [shop.account] });
    for (let delivery = 0; delivery < 2; delivery++)
      expect((await plain.runner.run({ flow: 'authorize', data }, 1)).outcome.kind).toBe('unknown');
    expect(plain.processor.payments).toHaveLength(1);
    expect(vault.cvcs.has(card.reference)).toBe(false);
    await plain.stop();
  });

  it('loses its CVC when a sync brings the outcome', async () => {
    const plain = await startWorker(database);
    const { shop, vault } = plain;
    const card = shop.card('held');
    const data = shop.authorize({ card });
    vault.cvcs.set(card.reference, 'sealed');
    await plain.log.claim(factsOf({ flow: 'authorize', data }));
    plain.processor.onLookup = (_call, response) =>
      json(response, 200, {
        ...{ status: 'succeeded', id: 'pay_1', amount: 6540, amount_received: 6540, currency: 'USD' },
        ...{ reference: data.operationId, next_action: null },
        operations: [{ reference: data.operationId, kind: 'payment', status: 'succeeded', amount: 6540 }],
      });
    expect((await plain.sync.run(syncOf(data), 1)).outcome.kind).toBe('captured');
    expect(vault.cvcs.has(card.reference)).toBe(false);
    await plain.stop();
  });
});
