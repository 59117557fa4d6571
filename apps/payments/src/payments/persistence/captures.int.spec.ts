import { newPaymentId, Secret } from '@payorch/kernel';
import { freshSchema } from '@payorch/harness';
import { inTransaction, openDatabase, sendAll } from '@payorch/platform/postgres';
import { createLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { inState } from '../../../test/attempt-states';
import { aPayment, capturePart, merchantId, paymentOf, receiveCaptureOutcome, seals } from '../../../test/builders';
import { unknown } from '../../../test/outcomes';
import { activeAttempt, type Payment } from '../domain/payment';
import { database as schema } from '../../persistence/database';
import { PaymentRepository } from './payment/payment.repository';
import { nothingShared } from './shared/shared';
import { scheduleMissingSyncs } from './sweep';

const repository = new PaymentRepository(seals);

describe('captures in Postgres', () => {
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

  const within = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
    inTransaction(database, { merchants: [merchantId] }, work);
  const keyOfOne = (payment: Payment): string => `${payment.merchantId}/${payment.paymentId}`;
  const save = (before: Payment | undefined, after: Payment) =>
    within((sql) =>
      Promise.all(
        sendAll(sql, repository.writes([{ key: keyOfOne(after), before, after, partition: 3 }], nothingShared())),
      ),
    );
  const load = (payment: Payment) =>
    within(async (sql) => (await repository.load(sql, [keyOfOne(payment)])).get(keyOfOne(payment)));

  /** The payment under an id of its own. */
  function made(payment: Payment): Payment {
    const paymentId = newPaymentId();
    const renamed = (id: string) => id.replace(payment.paymentId, paymentId) as never;
    return {
      ...payment,
      paymentId,
      version: 1,
      attempts: payment.attempts.map((attempt) => ({ ...attempt, id: renamed(attempt.id) })),
      captures: payment.captures.map((one) => ({ ...one, id: renamed(one.id), attemptId: renamed(one.attemptId) })),
    };
  }

  it.each<[string, () => Payment]>([
    ['with a first capture under way', inState.multiple_capture_initiated],
    ['captured in part', inState.partial_charged_and_chargeable],
    ['with another capture under way', inState.further_capture_initiated],
    ['whose rest is being voided', inState.remainder_void_initiated],
    ['authorized in part', aPayment.partlyAuthorized],
    ['with an overcapture', aPayment.overcapturable],
  ])('a payment %s is stored and read unchanged', async (_, make) => {
    const payment = made(make());
    await save(undefined, payment);
    expect(await load(payment)).toEqual(payment);
  });

  it('the captures of one payment are stored one by one', async () => {
    const before = made(aPayment.capturingInParts(300n));
    await save(undefined, before);
    const both = { ...capturePart(before, 200n), version: 2 };
    await save(before, both);
    const after = { ...paymentOf(receiveCaptureOutcome(both, 1, unknown)), version: 3 };
    await save(both, after);
    expect((await load(after))?.captures.map(({ sequence, status }) => [sequence, status])).toEqual([
      [1, 'pending'],
      [2, 'started'],
    ]);
  });

  const set = (payment: Payment, change: string) =>
    within((sql) => sql.query(`UPDATE intents SET ${change} WHERE payment_id = $1`, [payment.paymentId]));

  it('the database refuses more than the amount, or the maximum of an overcapture', async () => {
    const some = made(inState.partial_charged_and_chargeable());
    await save(undefined, some);
    await expect(set(some, 'amount_capturable = amount_capturable + 1')).rejects.toThrow(/intents_sums/);
    await expect(set(some, 'amount_received = amount_received + 1')).rejects.toThrow(/intents_sums/);
    const over = made(aPayment.overcapturable('12.00'));
    await save(undefined, over);
    await expect(set(over, 'amount_received = 1201, amount_capturable = 0')).rejects.toThrow(/intents_sums/);
    await set(over, 'amount_received = 1200, amount_capturable = 0');
    const usual = made(aPayment.authorized());
    await save(undefined, usual);
    await expect(set(usual, 'amount_received = 1051, amount_capturable = 0')).rejects.toThrow(/intents_sums/);
  });

  it('an authorization captured in part leaves no room for another attempt', async () => {
    const payment = made(inState.partial_charged_and_chargeable());
    await save(undefined, payment);
    const second = { ...aPayment.authorized().attempts[0]!, id: `${payment.paymentId}_2` as never, number: 2 };
    const twice = { ...payment, version: 2, attempts: [...payment.attempts, second] };
    await expect(save(payment, twice)).rejects.toThrow(/attempts_live/);
  });

  it('captures and voids without a sync job get one, and what waits for the merchant gets none', async () => {
    const waiting = ['multiple_capture_initiated', 'further_capture_initiated', 'remainder_void_initiated'] as const;
    const synced = waiting.map((state) => made(inState[state]()));
    const idle = made(inState.partial_charged_and_chargeable());
    for (const payment of [...synced, idle]) await save(undefined, payment);
    await inTransaction(database, { merchants: 'every' }, scheduleMissingSyncs(0));
    const jobs = await within((sql) =>
      sql.query<{ attempt: string }>(`SELECT data ->> 'attemptId' AS attempt FROM jobs WHERE key = ANY($1)`, [
        [...synced, idle].map(keyOfOne),
      ]),
    );
    expect(jobs.map(({ attempt }) => attempt).sort()).toEqual(
      synced.map((one) => activeAttempt(one).id as string).sort(),
    );
  });
});
