import { inTransaction } from '@payorch/platform/postgres';
import type { DataSource } from 'typeorm';
import type { AuthorizeCommand } from '../../test/builders';
import { syncOf } from '../../test/builders';
import { json, KeyedProcessor } from '../../test/processor';
import { keyedConnector, steppingConnector } from '../../test/stepping-connector';
import type { Worker } from '../../test/worker';
import { enableRetries, startWorker, workerDatabase } from '../../test/worker';
import type { Operation } from '../domain/operation';
import { purposes } from '../sealed/purposes';
import { factsOf } from './commands/call-command';

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
  /** Claims the operation like a worker that died before it sent anything. */
  const claimed = async (data: AuthorizeCommand, pin = worker.pin): Promise<Operation> =>
    (await worker.log.claim(factsOf({ flow: 'authorize', data }, pin))).operation;
  const withCvc = (fallbacks = [worker.shop.account]): AuthorizeCommand => {
    const { shop, vault } = worker;
    const card = shop.card('stored');
    vault.cvcs.set(card.reference, shop.keys.seal('737', card.reference, shop.merchantId, purposes.cardCvc));
    return shop.authorize({ card, fallbacks });
  };
  const hasCvc = ({ card }: AuthorizeCommand): boolean => worker.vault.cvcs.has(card!.reference);

  it('an operation without an answer is sent again under its key at once, and later deliveries repeat its outcome', async () => {
    const data = withCvc();
    await claimed(data);
    const report = await run(data);
    expect(report).toMatchObject({ outcome: { kind: 'captured' }, messageId: `${data.operationId}:call` });
    expect(worker.processor.payments.map(({ headers }) => headers['idempotency-key'])).toEqual([data.operationId]);
    expect((await run(data)).outcome).toEqual(report.outcome);
    expect(worker.processor.payments).toHaveLength(1);
    expect(hasCvc(data)).toBe(false);
  });

  it.each<[string, (response: Response) => void]>([
    ['with a lost answer', (response) => void response.destroy()],
    ['that was answered with HTTP 500', (response) => json(response, 500, {})],
  ])('an operation %s is charged once, however often it is delivered', async (_, answer) => {
    const data = withCvc();
    worker.processor.onPayment = (call, response) => {
      keyed.onPayment(call, { writeHead: () => ({ end: () => undefined }) } as never);
      answer(response);
    };
    expect(await run(data)).toMatchObject({ outcome: { kind: 'unknown' }, messageId: `${data.operationId}:lost` });
    expect(hasCvc(data)).toBe(true);
    worker.processor.onPayment = keyed.onPayment;
    expect(await run(data)).toMatchObject({ outcome: { kind: 'captured' }, messageId: `${data.operationId}:call` });
    expect(keyed.charged).toEqual([data.operationId]);
  });

  it('an operation that was begun is finished after notAfter', async () => {
    const data = { ...withCvc(), notAfter: new Date(0).toISOString() };
    await claimed(data);
    expect((await run(data)).outcome.kind).toBe('captured');
  });

  it('a resend does not repeat stored preliminaries, so that its bytes are the same', async () => {
    const data = withCvc();
    const died = await claimed(data);
    expect(await worker.log.noteFound(died, { customer: 'cus_1', token: 'tok_1' })).toBe(true);
    expect((await run(data)).outcome).toMatchObject({ kind: 'captured', reference: `${data.operationId}/tok_1` });
    expect(worker.processor.calls).toHaveLength(1);
  });

  it('results of preliminaries are stored before the call of the operation', async () => {
    const data = withCvc();
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
    ['a preliminary is refused', () => (worker.processor.onPreliminary = (_, r) => json(r, 402, {})), 'HTTP_402'],
    ['a preliminary fails', () => (worker.processor.onPreliminary = (_, r) => json(r, 503, {})), 'HTTP_503'],
    ['the API key is wrong', () => (worker.processor.onPayment = (_, r) => json(r, 401, {})), 'HTTP_401'],
    ['the account lacks the permission', () => (worker.processor.onPayment = (_, r) => json(r, 403, {})), 'HTTP_403'],
    ['there are too many calls', () => (worker.processor.onPayment = (_, r) => json(r, 429, {})), 'HTTP_429'],
    ['the parameters differ', () => (worker.processor.onPayment = (_, r) => json(r, 400, {})), 'HTTP_400'],
  ])('an operation stays unknown, without a next account, if on its resend %s', async (_, spoil, code) => {
    const data = withCvc();
    await claimed(data);
    spoil(data);
    const report = await run(data);
    expect(report).toMatchObject({
      outcome: { kind: 'unknown', error: { code } },
      messageId: `${data.operationId}:lost`,
    });
    expect((await rowOf(data)).state).toBe('unknown');
  });

  it('an operation stays unknown if the connection of its resend is refused', async () => {
    const data = withCvc();
    await claimed(data);
    await worker.processor.stop();
    expect((await run(data)).outcome).toMatchObject({ kind: 'unknown', error: { code: 'CONNECTION_REFUSED' } });
  });

  it('an operation that is declined on its resend retains the CVC for the next account', async () => {
    const data = withCvc();
    await claimed(data);
    enableRetries(worker);
    worker.processor.onPayment = (_call, response) => json(response, 402, {});
    expect((await run(data)).outcome).toMatchObject({ kind: 'declined', retry: 'another_account' });
    expect(hasCvc(data)).toBe(true);
  });

  it.each<[string, (data: AuthorizeCommand) => Promise<unknown>]>([
    ['claimed with other settings of its account', (data) => claimed(data, 'other settings')],
    ['claimed for another account', (data) => claimed({ ...data, account: { ...data.account, connector: 'another' } })],
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
  ])('an operation %s is not sent again', async (_, take) => {
    const data = withCvc();
    await take(data);
    expect((await run(data)).outcome).toMatchObject({ kind: 'unknown', error: { code: 'SENT_BEFORE' } });
    expect(worker.processor.calls).toHaveLength(0);
  });

  it('an operation is sent by one of two simultaneous deliveries', async () => {
    const data = withCvc();
    await claimed(data);
    const reports = await Promise.all([run(data), run(data)]);
    expect(reports.filter(({ outcome }) => outcome.kind === 'captured').length).toBeGreaterThanOrEqual(1);
    expect(keyed.charged).toEqual([data.operationId]);
  });

  it('a worker whose claim was taken over during its preliminaries sends nothing', async () => {
    const data = withCvc();
    let proceed = (): void => undefined;
    const { onPreliminary } = worker.processor;
    const paused = new Promise<void>((resolve) => {
      worker.processor.onPreliminary = (call, response) => {
        proceed = () => onPreliminary(call, response);
        worker.processor.onPreliminary = onPreliminary;
        resolve();
      };
    });
    const first = run(data);
    await paused;
    expect((await run(data)).outcome.kind).toBe('captured');
    proceed();
    expect(await first).toMatchObject({ outcome: { kind: 'captured' }, messageId: `${data.operationId}:call` });
    expect(worker.processor.payments).toHaveLength(1);
  });

  /** The first delivery is at the processor; the second one is answered that the key is in use. */
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

  it('a charge by the earlier claim counts, though the operation was taken over', async () => {
    const data = withCvc();
    const { first, second } = await overtaken(data, (response) => json(response, 200, {}));
    expect(second).toMatchObject({ outcome: { kind: 'unknown' }, messageId: `${data.operationId}:lost` });
    expect(first).toMatchObject({ outcome: { kind: 'captured' }, messageId: `${data.operationId}:call` });
    expect(await rowOf(data)).toMatchObject({ state: 'answered', outcome: { kind: 'captured' } });
  });

  it.each([402, 429])(
    'an operation that was taken over stays unknown if the earlier call is answered with %i',
    async (status) => {
      const data = withCvc();
      const { first } = await overtaken(data, (response) => json(response, status, {}));
      expect(first.outcome.kind).toBe('unknown');
      expect((await rowOf(data)).state).toBe('unknown');
    },
  );

  it('a sync from before a take-over does not make the operation absent', async () => {
    const data = withCvc();
    const row = await claimed(data);
    await worker.log.takeOver(row, 60_000);
    expect(await worker.log.storeAbsence(row)).toMatchObject({ isMine: false });
    expect((await rowOf(data)).state).toBe('sent');
    expect(
      await worker.rows.countAbsence(data.merchantId, data.operationId, { readAt: new Date(), countsAfterMs: 1_000 }),
    ).toBe(0);
  });

  it('an absent operation is not taken over', async () => {
    const data = withCvc();
    const row = await claimed(data);
    expect(await worker.log.storeAbsence(row)).toMatchObject({ isMine: true });
    expect((await run(data)).outcome).toEqual({ kind: 'absent' });
    expect(worker.processor.calls).toHaveLength(0);
  });

  it('a claim is not renewed after a take-over, nor after an outcome was stored', async () => {
    const row = await claimed(withCvc());
    const renewed = await worker.log.renew(row);
    expect(renewed?.leaseToken).not.toBe(row.leaseToken);
    expect(await worker.log.renew(row)).toBeUndefined();
    const outcome = { kind: 'unknown', reference: null, error: { code: 'c', message: 'm', reason: null } } as const;
    await worker.log.storeOutcome(renewed!, outcome);
    expect(await worker.log.renew(renewed!)).toBeUndefined();
  });

  it('an operation without idempotency keys loses its CVC at once', async () => {
    const plain = await startWorker(database, { connector: steppingConnector });
    const { shop, vault } = plain;
    const card = shop.card('stored');
    vault.cvcs.set(card.reference, shop.keys.seal('737', card.reference, shop.merchantId, purposes.cardCvc));
    plain.processor.onPayment = (_call, response) => void response.destroy();
    const data = shop.authorize({ card, fallbacks: [shop.account] });
    for (let delivery = 0; delivery < 2; delivery++)
      expect((await plain.runner.run({ flow: 'authorize', data }, 1)).outcome.kind).toBe('unknown');
    expect(plain.processor.payments).toHaveLength(1);
    expect(vault.cvcs.has(card.reference)).toBe(false);
    await plain.stop();
  });

  it('an operation loses its CVC when a sync returns the outcome', async () => {
    const plain = await startWorker(database);
    const { shop, vault } = plain;
    const card = shop.card('stored');
    const data = shop.authorize({ card });
    vault.cvcs.set(card.reference, 'sealed');
    await plain.log.claim(factsOf({ flow: 'authorize', data }));
    plain.processor.onLookup = (_call, response) =>
      json(response, 200, {
        status: 'succeeded',
        id: 'pay_1',
        amount: 6540,
        amount_received: 6540,
        currency: 'USD',
        reference: data.operationId,
        next_action: null,
        operations: [{ reference: data.operationId, kind: 'payment', status: 'succeeded', amount: 6540 }],
      });
    expect((await plain.sync.run(syncOf(data), 1)).outcome.kind).toBe('captured');
    expect(vault.cvcs.has(card.reference)).toBe(false);
    await plain.stop();
  });
});
