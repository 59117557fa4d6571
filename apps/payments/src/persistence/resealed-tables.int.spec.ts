import type { JsonObject } from '@payorch/contracts';
import { freshSchema, rotatingSeals } from '@payorch/harness';
import { newPaymentId, Secret, type CustomerId, type MerchantId } from '@payorch/kernel';
import { inTransaction, openDatabase, sendAll, type Sql } from '@payorch/platform/postgres';
import { knownDataKeys, ResealJob, ResealWalk } from '@payorch/platform/rewrap';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aPayment, merchantId, now } from '../../test/builders';
import { aSavedCard } from '../../test/payment-methods';
import { customerColumn, customerToRow } from '../customers/persistence/customer.mapper';
import { acceptanceColumn } from '../mandates/persistence/mandate.mapper';
import {
  detailsColumn,
  methodColumn,
  savedPaymentMethodToRow,
  secretColumn,
} from '../payment-methods/persistence/payment-method.mapper';
import type { Payment } from '../payments/domain/payment';
import { emailHash, intentBody } from '../payments/persistence/payment/intent-body';
import { attemptBody } from '../payments/persistence/payment/attempt.mapper';
import { PaymentRepository } from '../payments/persistence/payment/payment.repository';
import { MandateRows } from '../mandates/persistence/mandate.store';
import { nothingShared, sharedWrites } from '../payments/persistence/shared/shared';
import { database as schema } from './database';
import { resealedTables } from './resealed-tables';

const other = 'merchant_b' as MerchantId;
const email = 'jo@acme.example';
const pageRows = 2;

describe('rows under older data keys', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let { seals, source } = rotatingSeals();
  let repository: PaymentRepository;
  const shown = { setSealsWaiting: jest.fn(), setSealsUnopenable: jest.fn() };
  const logged = jest.fn();
  let queries: string[] = [];
  /** Runs once between the reading of a page of payments and its writing. */
  let beforeWrite: (() => Promise<unknown>) | undefined;

  beforeAll(async () => {
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger });
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });
  beforeEach(async () => {
    ({ seals, source } = rotatingSeals());
    repository = new PaymentRepository(seals);
    logged.mockReset();
    shown.setSealsWaiting.mockReset();
    await within((sql) =>
      sql.query('TRUNCATE intents, attempts, customers, payment_methods, mandates, seal_walks, unopenable_seals'),
    );
  });

  const within = <T>(work: (sql: Sql) => Promise<T>) => inTransaction(database, { merchants: 'every' }, work);

  const newWalk = (restMs: number) => new ResealWalk({ tables: resealedTables, seals, pageRows, againMs: 0, restMs });
  /** One instance of the service; `restMs` is how long it waits before the pass that confirms. */
  const instance = ({ versions = () => source.rotatedDataKeys(), restMs = 0 } = {}) =>
    new ResealJob({
      walk: newWalk(restMs),
      versions,
      transact: (merchants, work) =>
        inTransaction(database, { merchants }, (sql) =>
          work({
            repository: sql.repository.bind(sql),
            query: async (text: string, params?: readonly unknown[]) => {
              queries.push(text);
              if (text.startsWith('UPDATE intents')) {
                const work = beforeWrite;
                beforeWrite = undefined;
                await work?.();
              }
              return sql.query(text, params);
            },
          } as Sql),
        ),
      logger: { warn: jest.fn(), error: logged },
      metrics: shown,
      pageEveryMs: 1,
      everyMs: 1,
    });
  const waiting = () => shown.setSealsWaiting.mock.calls.at(-1) as [string, string, number];
  /** Runs until nothing is due: the last pass has found nothing. */
  const walk = async (job = instance()) => {
    for (let turns = 0; await job.turn(); turns++) if (turns > 500) throw new Error('the walk does not end');
  };

  async function saved(given: Partial<Payment> = {}): Promise<Payment> {
    const [payment, paymentId] = [aPayment.authorizing(), newPaymentId()];
    const customer = { email } as Payment['customer'];
    const made: Payment = {
      ...payment,
      paymentId,
      version: 1,
      customerId: 'cus_a' as CustomerId,
      customer,
      captures: [],
      details: { ...payment.details, merchant_order_reference_id: 'order-1' },
      attempts: payment.attempts.map((attempt) => ({ ...attempt, id: `${paymentId}_1` as never })),
      ...given,
    };
    await write(undefined, made);
    return made;
  }
  const write = (before: Payment | undefined, after: Payment) => within((sql) => writeWith(sql, before, after));
  const writeWith = (sql: Sql, before: Payment | undefined, after: Payment) => {
    const change = { key: `${after.merchantId}/${after.paymentId}`, before, after, partition: 3 };
    return Promise.all(
      sendAll(sql, [
        ...repository.writes([change], nothingShared()),
        ...sharedWrites({ seals, mandateRows: new MandateRows(seals) }, nothingShared()),
      ]),
    );
  };
  const read = ({ merchantId: merchant, paymentId }: Payment) =>
    within((sql) => repository.find(sql, merchant, paymentId));
  const rowsOf = <Row>(text: string, ...params: unknown[]) => within((sql) => sql.query<Row>(text, params));

  /** Makes the rows of a payment as they were before the seals. */
  async function unseal({ merchantId: merchant, paymentId }: Payment): Promise<void> {
    const place = { merchantId: merchant, objectId: paymentId };
    const [intent] = await rowsOf<{ body: JsonObject }>('SELECT body FROM intents WHERE payment_id = $1', paymentId);
    const {
      emailHash: _hash,
      orderReference: _order,
      ...plain
    } = intentBody.read(seals, intent!.body, place) as JsonObject;
    await rowsOf('UPDATE intents SET body = $2 WHERE payment_id = $1', paymentId, JSON.stringify(plain));
    const attempts = await rowsOf<{ attempt_id: string; body: object }>(
      'SELECT attempt_id, body FROM attempts WHERE payment_id = $1',
      paymentId,
    );
    for (const { attempt_id: id, body } of attempts) {
      const open = attemptBody.read(seals, body, { merchantId: merchant, objectId: id });
      await rowsOf('UPDATE attempts SET body = $2 WHERE attempt_id = $1', id, JSON.stringify(open));
    }
  }
  /** The versions that the seals of all tables name; null: a row is plain. */
  const versionsStored = async (): Promise<(string | null)[]> => {
    const seals = [
      ...['intents.body', 'attempts.body', 'customers.details', 'payment_methods.method', 'payment_methods.details'],
      'mandates.customer_acceptance',
    ].map((name) => name.split('.') as [string, string]);
    const parts = seals.map(
      ([table, column]) =>
        `SELECT split_part(${column} ->> 'sealed', '.', 2) AS version FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    const text = `SELECT split_part(client_secret, '.', 2) FROM payment_methods WHERE client_secret IS NOT NULL`;
    const rows = await rowsOf<{ version: string | null }>([...parts, text].join(' UNION '));
    return rows.map(({ version }) => version).sort();
  };
  const rowVersions = () =>
    rowsOf(`SELECT payment_id, version, i.modified_at, a.modified_at AS of_attempt
      FROM intents i JOIN attempts a USING (merchant_id, payment_id) ORDER BY payment_id`);
  const insert = (table: string, row: object) =>
    rowsOf(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1::jsonb)`, JSON.stringify(row));
  async function savedParts(): Promise<void> {
    await insert(
      'customers',
      customerToRow(seals, {
        merchantId,
        customerId: 'cus_b' as CustomerId,
        version: 4,
        name: 'Jo',
        email,
        phone: null,
        phoneCountryCode: null,
        description: null,
        address: null,
        metadata: null,
        taxRegistrationId: null,
        documentDetails: null,
        defaultPaymentMethodId: null,
        createdAt: now,
        modifiedAt: now,
        redactedAt: null,
      } as never),
    );
    const { method, details } = aSavedCard();
    const card = { ...method.card!, holderName: 'Jo' };
    await insert(
      'payment_methods',
      savedPaymentMethodToRow(
        seals,
        aSavedCard({ method: { ...method, card }, details: { ...details!, nickName: 'my card' } }),
      ),
    );
    await insert('mandates', {
      merchant_id: merchantId,
      mandate_id: 'man_1',
      version: 1,
      profile_id: 'p',
      customer_id: 'cus_b',
      payment_method_id: 'pm_1',
      payment_id: 'pay_1',
      attempt_id: 'pay_1_1',
      connector: 'stripe_test',
      merchant_connector_id: 'mca_1',
      status: 'active',
      mandate_type: 'multi_use',
      captured_amount: 0,
      reserved_amount: 0,
      created_at: now,
      modified_at: now,
      customer_acceptance: acceptanceColumn.write(
        seals,
        { acceptance_type: 'online', online: { ip_address: '10.0.0.1' } },
        { merchantId, objectId: 'man_1' },
      ),
    });
  }

  it('plain rows are sealed with the fields that lists filter by, and nothing else of them changes', async () => {
    const payments = [await saved(), await saved(), await saved()];
    const before = await Promise.all(payments.map(read));
    for (const payment of payments) await unseal(payment);
    const versions = await rowVersions();
    await walk();
    expect(await Promise.all(payments.map(read))).toEqual(before);
    expect(await rowVersions()).toEqual(versions);
    const open = await rowsOf<{ body: object }>(`SELECT body - 'sealed' AS body FROM intents LIMIT 1`);
    expect(open[0]!.body).toMatchObject({ emailHash: emailHash(seals, merchantId, email), orderReference: 'order-1' });
    expect(JSON.stringify(open)).not.toContain(email);
    expect(await versionsStored()).toEqual(['1']);
    expect(waiting()).toEqual(['data', '0', 0]);
    expect(await rowsOf('SELECT 1 FROM outbox')).toEqual([]);
  });

  it('rows of every table move to the newest key of their merchant, and open without the older one', async () => {
    await savedParts();
    const [mine, theirs] = [await saved(), await saved({ merchantId: other })];
    await walk();
    source.rotate(merchantId);
    source.rotate(merchantId);
    const stored = await read(mine);
    await walk();
    expect(waiting()).toEqual(['data', '2', 0]);
    expect(await versionsStored()).toEqual(['1', '3']);
    const named = await rowsOf<{ version: string }>(
      `SELECT DISTINCT split_part(body ->> 'sealed', '.', 2) AS version FROM intents WHERE merchant_id = $1`,
      other,
    );
    expect(named).toEqual([{ version: '1' }]);
    source.retire(merchantId, 1);
    expect(await read(mine)).toEqual(stored);
    expect(await read(theirs)).toMatchObject({ customer: { email } });
    const [customer] = await rowsOf<{ details: object; version: number }>(
      `SELECT details, version FROM customers WHERE customer_id = 'cus_b'`,
    );
    expect(customer!.version).toBe(4);
    expect(customerColumn.read(seals, customer!.details, { merchantId, objectId: 'cus_b' })).toMatchObject({
      name: 'Jo',
      email,
    });
    const [card] = await rowsOf<{ method: object; details: object; client_secret: string }>(
      'SELECT method, details, client_secret FROM payment_methods',
    );
    const place = { merchantId, objectId: 'pm_1' };
    expect(methodColumn.read(seals, card!.method, place)).toMatchObject({ card: { holderName: 'Jo' } });
    expect(detailsColumn.read(seals, card!.details, place)).toMatchObject({ nickName: 'my card' });
    expect(secretColumn.read(seals, card!.client_secret, place)).toBe('pm_1_secret_x');
    const [mandate] = await rowsOf<{ customer_acceptance: object }>('SELECT customer_acceptance FROM mandates');
    expect(acceptanceColumn.read(seals, mandate!.customer_acceptance, { merchantId, objectId: 'man_1' })).toMatchObject(
      {
        online: { ip_address: '10.0.0.1' },
      },
    );
  });

  it('a writer between the reading of a row and its writing wins', async () => {
    const payment = await saved();
    await walk();
    source.rotate(merchantId);
    const changed = { ...payment, version: 2, cancellationReason: 'by the writer' };
    beforeWrite = () => write(payment, changed);
    await walk();
    expect(beforeWrite).toBeUndefined();
    expect(await read(payment)).toMatchObject({ version: 2, cancellationReason: 'by the writer', customer: { email } });
    expect(await versionsStored()).toEqual(['2']);
    expect(waiting()).toEqual(['data', '1', 0]);
  });

  it('a payment that a batch has locked is skipped without waiting, and the batch keeps its change', async () => {
    const payment = await saved();
    source.rotate(merchantId);
    const job = instance();
    await within(async (sql) => {
      const loaded = (await repository.load(sql, [`${merchantId}/${payment.paymentId}`])).get(
        `${merchantId}/${payment.paymentId}`,
      )!;
      for (let turns = 0; turns < 6; turns++) await job.turn();
      await writeWith(sql, loaded, { ...loaded, version: 2, cancellationReason: 'by the batch' });
    });
    expect(waiting()[2]).toBeGreaterThan(0);
    await walk(job);
    expect(waiting()).toEqual(['data', '1', 0]);
    expect(await read(payment)).toMatchObject({ version: 2, cancellationReason: 'by the batch', customer: { email } });
    expect(await versionsStored()).toEqual(['2']);
  });

  it('two instances share one walk, and one that does not know the newest key neither walks nor says that all is done', async () => {
    for (let count = 0; count < 5; count++) await saved();
    const late = source.rotatedDataKeys();
    source.rotate(merchantId);
    const [one, two, lagging] = [instance(), instance(), instance({ versions: () => late })];
    await lagging.turn();
    for (let turns = 0; turns < 40; turns++) {
      await Promise.all([one.turn(), two.turn()]);
      await lagging.turn();
      expect(waiting()[1] === '0' && waiting()[2] === 0).toBe(false);
    }
    expect(shown.setSealsWaiting.mock.calls).toContainEqual(['data', '1', 0]);
    expect(await versionsStored()).toEqual(['2']);
    const [cursor] = await rowsOf<{ kid: string; finished: boolean }>(
      `SELECT kid, due_at = 'infinity' AS finished FROM seal_walks WHERE ring = 'data'`,
    );
    expect(cursor).toEqual({ kid: '1', finished: true });
  });

  it('another instance goes on where one stopped', async () => {
    for (let count = 0; count < 5; count++) await saved();
    await walk();
    source.rotate(merchantId);
    const stopped = instance();
    for (let turns = 0; turns < 5; turns++) await stopped.turn();
    await stopped.beforeApplicationShutdown();
    const [before] = await rowsOf<{ table_index: number; found: number }>('SELECT table_index, found FROM seal_walks');
    expect(before!.table_index + before!.found).toBeGreaterThan(0);
    queries = [];
    await instance().turn();
    expect(queries.some((text) => text.startsWith('INSERT INTO seal_walks'))).toBe(false);
    await walk();
    expect(await versionsStored()).toEqual(['2']);
  });

  it('a rotation during a pass does not begin the pass again, and another pass follows', async () => {
    for (let count = 0; count < 5; count++) await saved();
    await walk();
    source.rotate(merchantId);
    const job = instance();
    const place = async () =>
      (await rowsOf<{ table_index: number }>('SELECT table_index FROM seal_walks'))[0]!.table_index;
    while ((await place()) < 4) await job.turn();
    source.rotate(merchantId);
    await job.turn();
    expect(await place()).toBe(4);
    await walk(job);
    expect(waiting()).toEqual(['data', '2', 0]);
    expect(await versionsStored()).toEqual(['3']);
  });

  it('without work no row is read: a finished walk sends no query, and a new instance only looks at its cursor', async () => {
    await saved();
    const job = instance();
    await walk(job);
    queries = [];
    expect(await job.turn()).toBe(false);
    expect(queries).toEqual([]);
    const [began] = await rowsOf('SELECT began_at FROM seal_walks');
    await instance().turn();
    expect(queries).toHaveLength(1);
    expect(queries[0]).toContain('FROM seal_walks');
    expect(await rowsOf('SELECT began_at FROM seal_walks')).toEqual([began]);
    source.rotate(merchantId);
    expect(await job.turn()).toBe(true);
  });

  it('after a pass that found nothing one more pass is due, for rows of a process that knew the new key late', async () => {
    const payment = await saved();
    await walk(instance({ restMs: 3_600_000 }));
    const dueIn = async () =>
      (
        await rowsOf<{ minutes: number | null }>(
          `SELECT CASE WHEN isfinite(due_at) THEN round(extract(epoch FROM due_at - now()) / 60)::int END AS minutes FROM seal_walks`,
        )
      )[0]!.minutes;
    expect(await dueIn()).toBe(60);
    await unseal(payment);
    await rowsOf('UPDATE seal_walks SET due_at = now()');
    await walk(instance());
    expect(await dueIn()).toBeNull();
    expect(await versionsStored()).toEqual(['1']);
  });

  it('a value that does not open is named once, counted until it is gone, and the walk goes on', async () => {
    const [broken, whole] = [await saved(), await saved()];
    await rowsOf(
      `UPDATE intents SET body = jsonb_set(body, '{sealed}', (SELECT body -> 'sealed' FROM intents WHERE payment_id = $2))
       WHERE payment_id = $1`,
      ...[broken.paymentId, whole.paymentId],
    );
    source.rotate(merchantId);
    await walk();
    expect(logged.mock.calls).toEqual([
      [
        { merchantId, place: 'intents.body', objectId: broken.paymentId, fault: 'tampered' },
        'a stored value does not open; the data key that it names must stay',
      ],
    ]);
    expect([waiting(), shown.setSealsUnopenable.mock.calls.at(-1)]).toEqual([
      ['data', '1', 0],
      ['data', 1],
    ]);
    expect(await read(whole)).toMatchObject({ customer: { email } });
    await rowsOf('DELETE FROM intents WHERE payment_id = $1', broken.paymentId);
    source.rotate(merchantId);
    await walk();
    expect(shown.setSealsUnopenable.mock.calls.at(-1)).toEqual(['data', 0]);
  });

  it.each(resealedTables.map((table) => [table.name, table] as const))(
    'a page of %s is read by the primary key',
    async (name, table) => {
      const { text, params } = newWalk(0).pageOf(table, knownDataKeys(new Map()), ['m', 'p']);
      const plan = await within(async (sql) => {
        await sql.query('SET LOCAL enable_sort TO off');
        const filled = text.replace(/\$(\d)/g, (_, at: string) => `'${String(params[Number(at) - 1])}'`);
        return sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${filled}`);
      });
      const lines = plan.map((row) => row['QUERY PLAN']).join();
      expect(lines).not.toMatch(/Sort|Seq Scan/);
      expect(lines).toContain(`Index Scan using ${name}_pkey`);
    },
  );
});
