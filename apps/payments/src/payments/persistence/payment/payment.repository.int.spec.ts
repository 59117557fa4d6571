import { minorUnits, newOperationId, newPaymentId, Secret } from '@payorch/kernel';
import { freshSchema } from '@payorch/harness';
import type { Sql } from '@payorch/platform/postgres';
import { sendAll, inTransaction, isVersionConflict, openDatabase } from '@payorch/platform/postgres';
import { createLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import {
  aPayment,
  eur,
  firstAccount,
  later,
  receive,
  receiveExtensionOutcome,
  receiveVoidOutcome,
  merchantId,
  paymentOf,
  secondAccount,
  seals,
} from '../../../../test/builders';
import { attemptStatuses, intentStatusWith } from '../../domain/attempts/attempt-status';
import type { Payment } from '../../domain/payment';
import { database as schema } from '../../../persistence/database';
import { DomainTerms1795120000000 } from '../../../persistence/migrations/1795120000000-domain-terms';
import { InterfaceTerms1795200000000 } from '../../../persistence/migrations/1795200000000-interface-terms';
import { PaymentRepository } from './payment.repository';
import { findCustomerRecords } from '../../../customers/persistence/customer-records';
import { intentBody } from './intent-body';
import { attemptBody } from './attempt.mapper';
import { nothingShared } from '../shared/shared';
import { scheduleMissingSyncs } from '../sweep';

const repository = new PaymentRepository(seals);

const pendingReply = {
  replyTopic: 'gateway.replies.1',
  replyCorrelationId: 'r1',
  correlationId: 'c1',
  traceparent: 't1',
  view: { kind: 'payment', caller: 'merchant', expandAttempts: false, expandCaptures: false },
} as const;

describe('payments in Postgres', () => {
  let database: DataSource;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    const logger = createLogger({ service: 'payments', level: 'silent' });
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger });
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  const within = <T>(work: Parameters<typeof inTransaction<T>>[2], merchants: readonly string[] = [merchantId]) =>
    inTransaction(database, { merchants }, work);
  const keyOfOne = (payment: Payment): string => `${payment.merchantId}/${payment.paymentId}`;
  const save = (before: Payment | undefined, after: Payment, notes = nothingShared()) =>
    within((sql) =>
      Promise.all(sendAll(sql, repository.writes([{ key: keyOfOne(after), before, after, partition: 3 }], notes))),
    );
  const conflicts = (saving: Promise<unknown>) => saving.then(() => false, isVersionConflict);
  const load = (payment: Payment) =>
    within(async (sql) => (await repository.load(sql, [keyOfOne(payment)])).get(keyOfOne(payment)));
  const stored = (payment: Payment): Payment => ({ ...payment, paymentId: newPaymentId(), version: 1 });
  const withIds = (payment: Payment): Payment => ({
    ...payment,
    attempts: payment.attempts.map((attempt) => ({
      ...attempt,
      id: `${payment.paymentId}_${attempt.number}` as never,
    })),
    captures: payment.captures.map((capture) => ({
      ...capture,
      id: `${payment.paymentId}_c${capture.sequence}` as never,
    })),
  });
  const made = (payment: Payment): Payment => withIds(stored(payment));

  /** Stores the bodies as they were before personal data was sealed. */
  const unseal = async (sql: Sql, payments: readonly Payment[]): Promise<void> => {
    const ids = payments.map(({ paymentId }) => paymentId);
    for (const [table, id, column] of [
      ['intents', 'payment_id', intentBody],
      ['attempts', 'attempt_id', attemptBody],
    ] as const) {
      const rows = await sql.query<{ id: string; body: object }>(
        `SELECT ${id} AS id, body FROM ${table} WHERE payment_id = ANY($1)`,
        [ids],
      );
      for (const row of rows) {
        const plain = column.read(seals, row.body, { merchantId, objectId: row.id });
        await sql.query(`UPDATE ${table} SET body = $2 WHERE ${id} = $1`, [row.id, JSON.stringify(plain)]);
      }
    }
  };

  describe('the migrations to the terms of the domain and of the interface', () => {
    const migrations = [new DomainTerms1795120000000(), new InterfaceTerms1795200000000()];
    const migrate = async (direction: 'up' | 'down') => {
      const runner = database.createQueryRunner();
      await runner.startTransaction();
      for (const migration of direction === 'up' ? migrations : migrations.toReversed())
        await migration[direction](runner);
      await runner.commitTransaction();
      await runner.release();
    };
    const rows = <T>(sql: string, payment: Payment) =>
      within((open) => open.query<T & object>(sql, [payment.paymentId]));

    it('keeps payments with pending replies, extensions, authorizations and begin checks as they are', async () => {
      const authorizing = aPayment.authorizing();
      const checked = (beginCheck: 'checking' | 'no_workers'): Payment => ({
        ...authorizing,
        attempts: authorizing.attempts.map((attempt) => ({ ...attempt, beginCheck })),
      });
      // A row has the keys of what its payment has.
      const synced = authorizing.attempts.map((attempt) => ({
        ...attempt,
        syncCount: 2,
        authorizationTerms: { captureBefore: null, isExtended: true, reportedAt: later(1) },
      }));
      const replies = [pendingReply, { ...pendingReply, replyCorrelationId: 'r2' }];
      const payments = [
        { ...authorizing, attempts: synced, pendingReplies: replies },
        ...[checked('checking'), checked('no_workers'), aPayment.authorized(), aPayment.capturing(500n)],
        ...[aPayment.extendable({ captureBefore: '2026-02-05T10:00:00.000Z' }), aPayment.extending(pendingReply)],
        ...[aPayment.charged(), { ...aPayment.unconfirmed(), allKeysRequired: true }],
      ].map(made);
      for (const payment of payments) await save(undefined, payment);
      // These migrations are older than the seals.
      await within((sql) => unseal(sql, payments));
      await migrate('down');
      const [old] = await rows<{ keys: string[] }>(
        `SELECT array(SELECT jsonb_object_keys(i.body) UNION SELECT jsonb_object_keys(a.body)) AS keys
         FROM payments.intents i JOIN payments.attempts a USING (merchant_id, payment_id) WHERE payment_id = $1`,
        payments[0]!,
      );
      expect(old!.keys).toEqual(expect.arrayContaining(['waiters', 'kept', 'asked', 'hold']));
      expect(old!.keys).not.toContain('pendingReplies');
      const [unconfirmed] = await rows<{ keys: string[] }>(
        'SELECT array(SELECT jsonb_object_keys(body)) AS keys FROM payments.intents WHERE payment_id = $1',
        payments.at(-1)!,
      );
      expect(unconfirmed!.keys).toContain('wantsWhole');
      const [attempt] = await rows<{ cvc: string }>(
        "SELECT body #>> '{method,card,cvc}' AS cvc FROM payments.attempts WHERE payment_id = $1",
        payments[0]!,
      );
      expect(attempt!.cvc).toBe('held');
      await migrate('up');
      for (const payment of payments) expect(await load(payment)).toEqual(payment);
    });

    it('renames open jobs with their ids and their data', async () => {
      const payment = made(aPayment.authorizing());
      const { merchantId: owner, paymentId } = payment;
      const insert = `INSERT INTO payments.jobs (id, type, key, partition, run_at, data)
        VALUES ('payment.ask_due/' || $1, 'payment.ask_due', $1, 3, now(), '{}'),
          ('payment.answer_due/' || $1, 'payment.answer_due', $1, 3, now(), '{"waiter":{"replyTopic":"t","wants":{"kind":"payment"}}}')`;
      await migrate('down');
      await within((sql) => sql.query(insert, [`${owner}/${paymentId}`]));
      await migrate('up');
      const jobs = await within((sql) =>
        sql.query('SELECT id, type, data FROM payments.jobs WHERE key = $1 ORDER BY id', [`${owner}/${paymentId}`]),
      );
      expect(jobs).toEqual([
        {
          id: `payment.reply_due/${owner}/${paymentId}`,
          type: 'payment.reply_due',
          data: { pendingReply: { replyTopic: 't', view: { kind: 'payment' } } },
        },
        { id: `payment.sync_due/${owner}/${paymentId}`, type: 'payment.sync_due', data: {} },
      ]);
    });
  });

  it.each(Object.keys(aPayment).filter((name) => name !== 'declined'))(
    'are read as they were saved: %s',
    async (name) => {
      const payment = made(aPayment[name as 'charged']());
      await save(undefined, payment);
      expect(await load(payment)).toEqual(payment);
    },
  );

  it('refuse a second payment with the same id, and a change of a stale version', async () => {
    const payment = made(aPayment.unconfirmed());
    await save(undefined, payment);
    expect(await conflicts(save(undefined, payment))).toBe(true);
    const second = { ...payment, version: 2 };
    await save(payment, second);
    expect(await conflicts(save(payment, second))).toBe(true);
  });

  it('save the changes of several messages of one batch at once', async () => {
    const payment = made(aPayment.unconfirmed());
    await save(undefined, payment);
    await save(payment, { ...payment, version: 3 });
    expect((await load(payment))?.version).toBe(3);
    expect(await conflicts(save(payment, { ...payment, version: 4 }))).toBe(true);
  });

  it('have at most one live attempt, enforced by the database', async () => {
    const payment = made(aPayment.authorizing());
    await save(undefined, payment);
    const twice = {
      ...payment,
      version: 2,
      attempts: [...payment.attempts, { ...payment.attempts[0]!, id: `${payment.paymentId}_2` as never, number: 2 }],
    };
    await expect(save(payment, twice)).rejects.toThrow(/attempts_live/);
  });

  it('end one attempt and begin the next in one write', async () => {
    const payment = made(aPayment.authorizing());
    await save(undefined, payment);
    const failed = {
      kind: 'not_sent',
      error: { code: 'C', message: 'm', reason: null },
      retry: 'another_account',
    } as const;
    const next = { ...paymentOf(receive(payment, failed, { fallbacks: [secondAccount] })), version: 2 };
    await save(payment, next);
    expect((await load(payment))?.attempts.map(({ state }) => state)).toEqual(['failure', 'authorizing']);
  });

  it('are read after a lock as its previous holder committed them, attempts included', async () => {
    const payment = made(aPayment.authorizing());
    await save(undefined, payment);
    const next: Payment = {
      ...payment,
      version: 2,
      attempts: payment.attempts.map((attempt) => ({ ...attempt, syncCount: attempt.syncCount + 1 })),
    };
    let blocked: ReturnType<typeof load> | undefined;
    await within(async (sql) => {
      await repository.load(sql, [keyOfOne(payment)]);
      blocked = load(payment);
      await new Promise((resolve) => setTimeout(resolve, 200)); // until it waits for our lock
      const change = { key: keyOfOne(next), before: payment, after: next, partition: 3 };
      await Promise.all(sendAll(sql, repository.writes([change], nothingShared())));
    });
    expect(await blocked).toEqual(next);
  });

  it('store each state of a post-capture void', async () => {
    const requested = made(aPayment.voidRequested());
    await save(undefined, requested);
    const pending = withIds({ ...aPayment.voidPending(requested), version: 2 });
    await save(requested, pending);
    const voided = { ...paymentOf(receiveVoidOutcome(pending, { kind: 'voided', reference: 'ref_1' })), version: 3 };
    await save(pending, voided);
    expect(await load(voided)).toEqual(voided);
    const rows = await within((sql) =>
      sql.query('SELECT status, post_capture_void FROM intents WHERE payment_id = $1', [voided.paymentId]),
    );
    expect(rows).toEqual([{ status: 'cancelled_post_capture', post_capture_void: 'succeeded' }]);
  });

  it('store a claim of every status of the interface beside what is known', async () => {
    for (const status of attemptStatuses) {
      const payment = made(aPayment.authorized());
      const [attempt] = payment.attempts;
      const claim = {
        status,
        error: { code: 'E1', message: 'Lost', reason: 'The bank closed' },
        reference: 'ref_9',
        amountCapturable: minorUnits(5n),
        claimedAt: payment.createdAt,
      };
      const claimed: Payment = { ...payment, attempts: [{ ...attempt!, claim }] };
      await save(undefined, claimed);
      expect(await load(claimed)).toEqual(claimed);
      const row = await within((sql) =>
        sql.query<{ status: string; capturable: string; state: string; reference: string }>(
          `SELECT i.status, amount_capturable AS capturable, state, connector_transaction_id AS reference
           FROM intents i JOIN attempts USING (merchant_id, payment_id) WHERE payment_id = $1`,
          [claimed.paymentId],
        ),
      );
      expect(row).toEqual([
        { status: intentStatusWith(status), capturable: '1050', state: 'authorized', reference: 'ref_1' },
      ]);
    }
  });

  it('store each state of an extension', async () => {
    const pending = made(aPayment.extending());
    await save(undefined, pending);
    expect(await load(pending)).toEqual(pending);
    const captureBefore = '2026-02-04T10:00:00.000Z';
    const decision = receiveExtensionOutcome(pending, { kind: 'extended', reference: 'ref_1', captureBefore });
    const extended = { ...paymentOf(decision), version: 2 };
    await save(pending, extended);
    expect(await load(extended)).toEqual(extended);
    const rows = await within((sql) =>
      sql.query('SELECT status, extension FROM intents WHERE payment_id = $1', [extended.paymentId]),
    );
    expect(rows).toEqual([{ status: 'requires_capture', extension: 'succeeded' }]);
  });

  it('store each state of an order', async () => {
    const payment = made(aPayment.withoutMethod());
    const orders = (['pending', 'created', 'failed'] as const).map((state, index) => ({
      operation: newOperationId(),
      attemptId: payment.attempts[0]!.id,
      account: firstAccount,
      state,
      money: eur('10.50'),
      capture: 'automatic' as const,
      reference: state === 'created' ? 'order_1' : null,
      error: state === 'failed' ? { code: 'DC_00', message: 'Something went wrong', reason: null } : null,
      modifiedAt: later(index),
    }));
    const ordered = { ...payment, orders };
    await save(undefined, ordered);
    expect(await load(ordered)).toEqual(ordered);
  });

  it('refuse captures above the authorized amount, enforced by the database', async () => {
    const payment = made(aPayment.charged());
    await save(undefined, payment);
    const more = `UPDATE attempts SET captured_amount = authorized_amount + 1 WHERE payment_id = $1`;
    await expect(within((sql) => sql.query(more, [payment.paymentId]))).rejects.toThrow(/attempts_authorized/);
  });

  it('are invisible to a transaction of another merchant', async () => {
    const payment = made(aPayment.unconfirmed());
    await save(undefined, payment);
    const foreign = (sql: Parameters<typeof repository.find>[0]) => repository.find(sql, merchantId, payment.paymentId);
    expect(await within(foreign, ['merchant_b'])).toBeUndefined();
    expect(await within(foreign)).toBeDefined();
  });

  it('create new customers, and do not change known ones', async () => {
    const payment = { ...made(aPayment.unconfirmed()), customerId: 'cus_new' as never, customer: { name: 'First' } };
    await save(undefined, payment);
    await save(undefined, {
      ...made(aPayment.unconfirmed()),
      customerId: 'cus_new' as never,
      customer: { name: 'Second' },
    });
    const found = await within((sql) => findCustomerRecords(sql, seals, [merchantId], ['cus_new']));
    expect([...found.values()]).toEqual([expect.objectContaining({ name: 'First' })]);
  });

  it('get a sync job from the sweeper where they have none', async () => {
    const unscheduled = made(aPayment.authorizing());
    const authorized = made(aPayment.authorized());
    const voiding = made(aPayment.voidPending());
    const voided = made(paymentOf(receiveVoidOutcome(aPayment.voidPending(), { kind: 'voided', reference: 'ref_1' })));
    const failed = made(paymentOf(receiveVoidOutcome(aPayment.voidPending(), { kind: 'absent' })));
    const extending = made(aPayment.extending());
    const extended = made(paymentOf(receiveExtensionOutcome(aPayment.extending(), { kind: 'absent' })));
    const all = [unscheduled, authorized, voiding, voided, failed, extending, extended];
    for (const payment of all) await save(undefined, payment);
    await inTransaction(database, { merchants: 'every' }, scheduleMissingSyncs(0));
    const jobs = await within((sql) =>
      sql.query<{ id: string; data: object }>('SELECT id, data FROM jobs WHERE key = ANY($1)', [all.map(keyOfOne)]),
    );
    const jobOf = (payment: Payment) => ({
      id: `payment.sync_due/${keyOfOne(payment)}`,
      data: { merchantId, paymentId: payment.paymentId, attemptId: payment.attempts[0]!.id },
    });
    expect(jobs).toHaveLength(3);
    expect(jobs).toEqual(expect.arrayContaining([jobOf(unscheduled), jobOf(voiding), jobOf(extending)]));
  });
});
