import { isRefusal } from '@payorch/contracts';
import { freshSchema } from '@payorch/harness';
import type { PaymentId } from '@payorch/kernel';
import { newPaymentId, Secret } from '@payorch/kernel';
import { resolveIncident } from '@payorch/platform/incidents';
import type { Sql } from '@payorch/platform/postgres';
import { inTransaction, openDatabase, sendAll } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aPayment, merchantId, seals } from '../../test/builders';
import type { Incident } from '../payments/domain/decision';
import type { Payment } from '../payments/domain/payment';
import { PaymentRepository } from '../payments/persistence/payment/payment.repository';
import { nothingShared } from '../payments/persistence/shared/shared';
import { scheduleMissingSyncs } from '../payments/persistence/sweep';
import { database as schema } from '../persistence/database';
import { incidents } from './incidents';
import { merchantOf, tracePayment } from './trace';
import { waiting } from './waiting';

const repository = new PaymentRepository(seals);

describe('what operators read of payments', () => {
  let database: DataSource;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger });
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });
  beforeEach(() => everywhere((sql) => sql.query('TRUNCATE intents, attempts, captures, incidents, jobs')));

  const everywhere = <T>(work: (sql: Sql) => Promise<T>) => inTransaction(database, { merchants: 'every' }, work);
  const keyOfOne = (payment: Payment): string => `${payment.merchantId}/${payment.paymentId}`;
  async function saved(payment: Payment, incidents: readonly Incident[] = []): Promise<Payment> {
    const paymentId = newPaymentId();
    const attempts = payment.attempts.map((attempt) => ({ ...attempt, id: `${paymentId}_1` as never }));
    const captures = payment.captures.map((capture) => ({ ...capture, id: `${paymentId}_c1` as never }));
    const after = { ...payment, paymentId, version: 1, attempts, captures };
    const shared = {
      ...nothingShared(),
      incidents: incidents.map((kind) => ({ payment: after, attemptId: attempts[0]!.id, kind })),
    };
    const change = { key: keyOfOne(after), before: undefined, after, partition: 3 };
    await inTransaction(database, { merchants: [merchantId] }, (sql) =>
      Promise.all(sendAll(sql, repository.writes([change], shared))),
    );
    return after;
  }
  const inState = (payment: Payment, changes: object): Payment => ({
    ...payment,
    attempts: payment.attempts.map((attempt) => ({ ...attempt, ...changes }) as never),
  });
  const aReview = (): Payment => {
    const charged = aPayment.charged();
    const error = { code: 'declined', message: 'contradicted', reason: null };
    const facts = { ...charged.attempts[0]!.facts, capture: 'op_capture', isPart: false, error };
    return inState(charged, { state: 'capture_review', facts });
  };

  it('a payment without an outcome is listed with what it waits for; one that waits for its merchant or has ended is not', async () => {
    const [authorizing, challenged] = [await saved(aPayment.authorizing()), await saved(aPayment.challenged())];
    const begun = await saved(inState(aPayment.authorizing(), { beginCheck: 'begun' }));
    const voiding = await saved(aPayment.voidPending());
    const extending = await saved(aPayment.extending());
    const unknown = await saved(inState(aPayment.authorizing(), { beginCheck: 'begun' }), ['still_unknown']);
    const review = await saved(aReview(), ['contradicted']);
    await saved(aPayment.authorized());
    await saved(aPayment.charged());
    await everywhere(scheduleMissingSyncs(0));
    const found = await everywhere((sql) => waiting.page(sql, 0, 100));
    const byId = Object.fromEntries(found.map((row) => [row.id, [row.operation, row.waits_for, row.next_at !== null]]));
    expect(byId).toEqual({
      [authorizing.paymentId]: ['authorize', 'worker', true],
      [begun.paymentId]: ['authorize', 'processor', true],
      [challenged.paymentId]: ['authorize', 'customer', true],
      [voiding.paymentId]: ['post_capture_void', 'processor', true],
      [extending.paymentId]: ['extend', 'processor', true],
      [unknown.paymentId]: ['authorize', 'operator', true],
      [review.paymentId]: ['capture', 'operator', false],
    });
    expect(found.map(({ since }) => since)).toEqual(found.map(({ since }) => since).sort());
    const totals = await everywhere((sql) => waiting.totals(sql, 0));
    expect(totals.reduce((sum, { count }) => sum + count, 0)).toBe(7);
    expect(totals).toContainEqual({
      object: 'payment',
      connector: challenged.attempts[0]!.state === 'authentication_pending' ? 'stripe_test' : '',
      waits_for: 'customer',
      count: 1,
      oldest_seconds: expect.any(Number),
    });
    const ageMs = Date.now() - authorizing.attempts[0]!.modifiedAt.getTime();
    expect(await everywhere((sql) => waiting.totals(sql, ageMs + 60_000_000))).toEqual([]);
    const first = found.slice(0, 2).map(({ age_seconds: _, ...row }) => ({ ...row, age_seconds: expect.any(Number) }));
    expect(await everywhere((sql) => waiting.page(sql, 0, 2))).toEqual(first);
  });

  it('a finished payment costs the lists nothing: indexes of open rows find what waits', async () => {
    await everywhere((sql) =>
      sql.query(
        `WITH made AS (SELECT 'merchant_' || (n % 7) AS merchant, 'pay_done_' || n AS id FROM generate_series(1, 5000) n),
           intent AS (INSERT INTO intents (merchant_id, payment_id, profile_id, version, partition, status, amount, net_amount,
             amount_capturable, currency, created_at, modified_at, expires_at, body)
             SELECT merchant, id, 'pro', 1, 0, 'succeeded', 100, 100, 0, 'EUR', now(), now(), now(), '{}' FROM made)
         INSERT INTO attempts (merchant_id, attempt_id, payment_id, number, state, authorized_amount, captured_amount, created_at,
           modified_at, body) SELECT merchant, id || '_1', id, 1, 'charged', 100, 100, now(), now(), '{}' FROM made`,
      ),
    );
    await database.query('ANALYZE intents, attempts, incidents, jobs, relays');
    for (const [text, values] of [
      [waiting.totalsSql, [0]],
      [waiting.pageSql, [0, 50]],
    ] as const) {
      const rows = await everywhere((sql) =>
        sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING OFF) ${text}`, values),
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/Seq Scan on (attempts|intents)/);
      expect(plan).toContain('attempts_open');
    }
  });

  it('an incident is resolved once, with who and why, and its payment stays as it is', async () => {
    const review = await saved(aReview(), ['contradicted']);
    await saved(aPayment.charged(), ['late_success']);
    const { total, data } = await everywhere((sql) => incidents.list(sql, false, 10));
    expect([total, data.map(({ kind, still_needs }) => [kind, still_needs]).sort()]).toEqual([
      2,
      [
        ['contradicted', `POST /payments/${review.paymentId}/manual-status-update`],
        ['late_success', null],
      ],
    ]);
    const [opened] = data.filter(({ kind }) => kind === 'contradicted');
    const resolution = { incidentId: opened!.incident_id, resolvedBy: 'ada', reason: 'refunded 4242424242424242' };
    const resolve = (changes = {}) => everywhere((sql) => resolveIncident(sql, { ...resolution, ...changes }, 'req_1'));
    expect(await resolve()).toBeUndefined();
    const resolved = await everywhere((sql) => incidents.find(sql, opened!.incident_id));
    expect(resolved).toMatchObject({ ...opened, resolved_at: expect.any(String), history: expect.any(Array) });
    const [, last] = resolved!.history;
    expect(last).toMatchObject({ event: 'resolved', by: 'ada', request_id: 'req_1' });
    expect(last!.reason).not.toContain('4242424242');
    expect(await resolve()).toBeUndefined();
    expect(await everywhere((sql) => incidents.find(sql, opened!.incident_id))).toEqual(resolved);
    expect(await resolve({ reason: 'another' })).toMatchObject({ code: 'incident_resolved' });
    expect(await resolve({ incidentId: '00000000-0000-7000-8000-000000000000' })).toMatchObject({
      code: 'incident_not_found',
    });
    expect((await everywhere((sql) => incidents.list(sql, false, 10))).total).toBe(1);
    expect((await everywhere((sql) => incidents.list(sql, true, 10))).total).toBe(2);
    const change = `UPDATE incident_resolutions SET reason = 'changed'`;
    await expect(everywhere((sql) => sql.query(change))).rejects.toThrow('incident_resolutions is written once');
    // Still in review: a resolution changes no payment.
    expect(await everywhere((sql) => waiting.page(sql, 0, 10))).toMatchObject([{ id: review.paymentId }]);
  });

  it('a payment is traced by its id alone, where only one merchant has it', async () => {
    const payment = await saved(aPayment.charged(), ['late_success']);
    const { paymentId } = payment;
    expect(await everywhere((sql) => merchantOf(sql, paymentId))).toBe(merchantId);
    expect(await everywhere((sql) => merchantOf(sql, 'pay_none' as PaymentId))).toMatchObject({
      code: 'payment_not_found',
    });
    const trace = await everywhere((sql) => tracePayment(sql, repository, { merchantId, paymentId }));
    expect(trace).toMatchObject({ merchant_id: merchantId, payment_id: paymentId, status: 'succeeded', version: 1 });
    expect(trace!.events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['payment.created', 'attempt.created', 'attempt.charged', 'incident.opened']),
    );
    expect(trace!.operation_ids).toEqual(expect.arrayContaining([(payment.attempts[0]!.facts as never)['operation']]));
    await everywhere((sql) =>
      sql.query(
        `INSERT INTO intents SELECT (jsonb_populate_record(i, '{"merchant_id": "merchant_b"}')).* FROM intents i`,
      ),
    );
    const several = await everywhere((sql) => merchantOf(sql, paymentId));
    expect(isRefusal(several) && several.details['message']).toContain('several merchants');
  });
});
