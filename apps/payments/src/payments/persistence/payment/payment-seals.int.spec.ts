import { freshSchema } from '@payorch/harness';
import type { RewrappedSeal, SealToRewrap } from '@payorch/contracts';
import { newId, newPaymentId, Secret } from '@payorch/kernel';
import type { EncodedMessage } from '@payorch/platform/kafka';
import { sendAll, inTransaction, openDatabase, type Sql } from '@payorch/platform/postgres';
import { digestOf, putJsonSeals, RewrapJob, RewrapWalk } from '@payorch/platform/rewrap';
import { describeSeal, newX25519Jwk, open, parsePrivateKeys, parsePublicKeys, seal } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aCard, aPayment, merchantId, now, rowParts, seals } from '../../../../test/builders';
import type { Method } from '../../../payment-methods/domain/method';
import type { Payment } from '../../domain/payment';
import { database as schema } from '../../../persistence/database';
import { PaymentRepository } from './payment.repository';
import { paymentSealTables } from './payment-seals';
import { nothingShared, sharedWrites } from '../shared/shared';

const jwks = ['older', 'newer', 'gone'].map((kid) => newX25519Jwk(kid));
const [older, newer, gone] = parsePublicKeys(jwks);
const keys = parsePrivateKeys(new Secret(JSON.stringify(jwks.slice(0, 2))));
const repository = new PaymentRepository(seals);

const sealFor = (reference: string, purpose: string, publicKey = older!) =>
  seal('4242424242424242', { publicKey, header: { reference, merchantId, purpose } });
const cardOf = (reference: string, publicKey = older): Method['card'] => ({
  ...aCard,
  reference: reference as never,
  sealedNumber: sealFor(reference, 'card_number', publicKey),
});
const dataOf = (reference: string): Method['sealedData'] => ({
  reference: reference as never,
  sealed: sealFor(reference, 'payment_method_data'),
});

/** What a worker answers that holds the older and the newer key. */
const answerTo = ({ place, objectId, reference, purpose, sealed, ...one }: SealToRewrap): RewrappedSeal => {
  const position = { place, objectId, merchantId: one.merchantId, was: digestOf(sealed) };
  const header = { reference, merchantId: one.merchantId, purpose };
  if (!keys.has(describeSeal(sealed).kid)) return { ...position, outcome: { kind: 'failed', fault: 'unknown_key' } };
  return {
    ...position,
    outcome: { kind: 'sealed', sealed: seal(open(sealed, keys, header), { publicKey: newer!, header }) },
  };
};

describe('a seal for an older key', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  const shown = { setSealsWaiting: jest.fn(), setSealsUnopenable: jest.fn() };
  const logged = jest.fn();
  const sent: SealToRewrap[] = [];

  beforeAll(async () => {
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger });
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  const within = <T>(work: (sql: Sql) => Promise<T>) => inTransaction(database, { merchants: [merchantId] }, work);
  const walk = new RewrapWalk({ tables: paymentSealTables, pageRows: 2, againMs: 0, restMs: 0 });
  const job = new RewrapJob({
    owner: 'payments',
    walk,
    kids: () => ['newer', 'older'],
    transact: (merchants, work) => inTransaction(database, { merchants }, work),
    producer: {
      send: (messages: readonly EncodedMessage[]) => {
        for (const { value } of messages)
          sent.push(...(JSON.parse(value.toString()) as { seals: SealToRewrap[] }).seals);
        return Promise.resolve();
      },
    },
    put: (seals, kid) => within((sql) => putJsonSeals(sql, paymentSealTables, seals, kid)),
    logger: { ...silentLogger, error: logged } as unknown as typeof silentLogger,
    metrics: shown,
    pageEveryMs: 1,
    everyMs: 1,
  });
  const take = (answers: readonly RewrappedSeal[]) => job.take(answers);
  const passEnds = async (): Promise<boolean> => {
    const { table_index: table, after_id: after } = (
      await within((sql) => sql.query<{ table_index: number; after_id: string }>('SELECT * FROM seal_walks'))
    )[0]!;
    return table === 0 && after === '';
  };
  /** One pass over all tables: what was sent. */
  const pass = async (): Promise<SealToRewrap[]> => {
    sent.length = 0;
    do await job.turn();
    while (!(await passEnds()));
    return [...sent];
  };
  const gauges = () => [shown.setSealsWaiting.mock.calls.at(-1), shown.setSealsUnopenable.mock.calls.at(-1)];

  const saved = async (method: Partial<Method>, state: 'unconfirmed' | 'charged' = 'unconfirmed'): Promise<Payment> => {
    const [payment, paymentId] = [aPayment[state](), newPaymentId()];
    const made: Payment = {
      ...payment,
      paymentId,
      version: 1,
      captures: [],
      attempts: payment.attempts.map((one) => ({
        ...one,
        id: `${paymentId}_1` as never,
        method: { ...one.method!, ...method },
      })),
    };
    await write(undefined, made);
    return made;
  };
  const write = (before: Payment | undefined, after: Payment, shared = nothingShared()) =>
    within((sql) => {
      const change = { key: `${merchantId}/${after.paymentId}`, before, after, partition: 3 };
      return Promise.all(sendAll(sql, [...repository.writes([change], shared), ...sharedWrites(rowParts, shared)]));
    });
  const methodNow = async ({ paymentId }: Payment) =>
    (await within((sql) => repository.find(sql, merchantId, paymentId)))!.attempts[0]!.method!;
  const rowNow = ({ paymentId }: Payment) =>
    within((sql) =>
      sql.query(
        `SELECT to_jsonb(i) - 'body' AS intent, a.modified_at FROM intents i JOIN attempts a USING (merchant_id, payment_id)
        WHERE payment_id = $1`,
        [paymentId],
      ),
    );
  const kidOf = (sealed: string) => describeSeal(sealed).kid;
  const clear = () =>
    within((sql) => sql.query('TRUNCATE intents, attempts, payment_methods, seal_walks, unopenable_seals'));
  beforeEach(clear);

  it.each(paymentSealTables.map((table) => [table.name, table] as const))(
    'is looked for in %s by the primary key, a page at a time',
    async (name, table) => {
      const plan = await inTransaction(database, { merchants: 'every' }, async (sql) => {
        await sql.query('SET LOCAL enable_sort TO off');
        const { text, params } = walk.pageOf(table, { kid: 'newer' }, ['m', 'p']);
        const filled = text.replace(/\$(\d)/g, (_, at: string) => `'${String(params[Number(at) - 1])}'`);
        return sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${filled}`);
      });
      const lines = plan.map((row) => row['QUERY PLAN'].trim());
      expect(lines.join()).not.toMatch(/Sort|Seq Scan/);
      expect(lines.join()).toMatch(new RegExp(`Index Scan using ${name}_pkey.*Index Cond: \\(ROW\\(merchant_id`));
    },
  );

  it('is found page by page and replaced in place, and nothing else of the payment changes', async () => {
    const [byCard, charged, byWallet] = [
      await saved({ card: cardOf('card_1') }),
      await saved({ card: cardOf('card_2') }, 'charged'),
      await saved({ card: null, sealedData: dataOf('card_3') }),
    ];
    const current = await saved({ card: cardOf('card_4', newer) });
    const shared = nothingShared();
    shared.paymentMethods.save({
      merchantId,
      paymentMethodId: newId('pm'),
      customerId: 'cus_a' as never,
      status: 'active',
      method: { ...byCard.attempts[0]!.method!, card: cardOf('card_5') },
      references: {},
      networkTransactionId: null,
      createdAt: now,
      modifiedAt: now,
    });
    await write(byCard, { ...byCard, version: 2 }, shared);
    const before = await rowNow(byCard);

    const found = await pass();
    expect(found.map(({ place, reference }) => `${place} ${reference}`).sort()).toEqual([
      'attempts.card card_1',
      'attempts.card card_2',
      'attempts.data card_3',
      'payment_methods.card card_5',
    ]);
    expect(gauges()).toEqual([
      ['sealing', 'newer', 4],
      ['sealing', 0],
    ]);
    await take(found.map(answerTo));

    expect(await pass()).toEqual([]);
    expect(gauges()).toEqual([
      ['sealing', 'newer', 0],
      ['sealing', 0],
    ]);
    for (const payment of [byCard, charged, current]) {
      const { card } = await methodNow(payment);
      expect(kidOf(card!.sealedNumber!)).toBe('newer');
      const header = { reference: card!.reference, merchantId, purpose: 'card_number' };
      expect(open(card!.sealedNumber!, keys, header)).toBe('4242424242424242');
    }
    expect(kidOf((await methodNow(byWallet)).sealedData!.sealed)).toBe('newer');
    expect(await rowNow(byCard)).toEqual(before);
    expect(await within((sql) => sql.query('SELECT 1 FROM outbox'))).toEqual([]);
  });

  it('does not overwrite a concurrent update; a new seal for an older key is found again', async () => {
    const payment = await saved({ card: cardOf('card_1') });
    const answers = (await pass()).map(answerTo);
    const changed = {
      ...payment,
      version: 2,
      attempts: payment.attempts.map((one) => ({ ...one, method: { ...one.method!, card: cardOf('card_9') } })),
    };
    await write(payment, changed);
    await take(answers);
    expect((await methodNow(payment)).card).toEqual(changed.attempts[0]!.method.card);
    expect((await pass()).map(({ reference }) => reference)).toEqual(['card_9']);
  });

  it('skips payments locked by a batch, and the batch does not overwrite new seals', async () => {
    const payment = await saved({ card: cardOf('card_1') });
    const answers = (await pass()).map(answerTo);
    await within(async (sql) => {
      await repository.load(sql, [`${merchantId}/${payment.paymentId}`]);
      await take(answers);
    });
    expect(kidOf((await methodNow(payment)).card!.sealedNumber!)).toBe('older');
    await take((await pass()).map(answerTo));
    expect(kidOf((await methodNow(payment)).card!.sealedNumber!)).toBe('newer');
  });

  it('stays where the new seal has another binding, or another key than the current one', async () => {
    const payment = await saved({ card: cardOf('card_1') });
    const [request] = (await pass()) as [SealToRewrap];
    const { place, objectId } = request;
    const answers = [
      sealFor('card_2', 'card_number', newer),
      sealFor('card_1', 'payment_method_data', newer),
      sealFor('card_1', 'card_number', older),
      '4242424242424242',
    ];
    for (const sealed of answers)
      await take([{ place, objectId, merchantId, was: digestOf(request.sealed), outcome: { kind: 'sealed', sealed } }]);
    expect((await methodNow(payment)).card!.sealedNumber).toBe(request.sealed);
  });

  it('is reported by name where no worker can open it, retried a few times, and counted until it is gone', async () => {
    const payment = await saved({ card: cardOf('card_1', gone) });
    for (let tries = 0; tries < 3; tries++) {
      const found = await pass();
      expect(found).toHaveLength(1);
      await take(found.map(answerTo));
    }
    expect(logged.mock.calls).toEqual([
      [
        { merchantId, place: 'attempts.card', objectId: payment.attempts[0]!.id, fault: 'unknown_key' },
        'no worker can open a stored seal; the key that it names must stay',
      ],
    ]);
    expect(await pass()).toEqual([]);
    expect(gauges()).toEqual([
      ['sealing', 'newer', 0],
      ['sealing', 1],
    ]);
    expect((await methodNow(payment)).card!.sealedNumber).toBe(payment.attempts[0]!.method!.card!.sealedNumber);
    await within((sql) => sql.query('DELETE FROM attempts WHERE payment_id = $1', [payment.paymentId]));
    await pass();
    await pass();
    expect(gauges()[1]).toEqual(['sealing', 0]);
  });
});
