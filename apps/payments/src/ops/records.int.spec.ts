import { disputeIdOf, isRefusal, type OwnRecordPage, recordsPerPage } from '@payorch/contracts';
import { freshSchema } from '@payorch/harness';
import type { MerchantConnectorId, MerchantId, PaymentId } from '@payorch/kernel';
import { newPaymentId, Secret, statesOf } from '@payorch/kernel';
import type { WantedRecords } from '@payorch/platform/resources';
import { inTransaction, openDatabase, reading, sendAll } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aPayment, merchantId, now, seals } from '../../test/builders';
import { aDispute } from '../../test/disputes';
import { disputeMachine } from '../disputes/domain/dispute.machine';
import { DisputeStore } from '../disputes/persistence/dispute.store';
import { attemptMachine } from '../payments/domain/attempts/attempt.machine';
import type { Payment } from '../payments/domain/payment';
import { PaymentRepository } from '../payments/persistence/payment/payment.repository';
import { nothingShared } from '../payments/persistence/shared/shared';
import { database as schema } from '../persistence/database';
import { attemptRecords, attemptShownAs } from './attempt-records';
import { disputeRecords, disputesShownAs } from './dispute-records';

const repository = new PaymentRepository(seals);
const disputes = new DisputeStore();
const other = 'merchant_b' as MerchantId;
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

describe('records of payments and disputes', () => {
  let database: DataSource;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger, poolSize: 1 });
    await database.query('ANALYZE');
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });
  beforeEach(() =>
    inTransaction(database, { merchants: 'every' }, (sql) =>
      sql.query('TRUNCATE intents, attempts, captures, disputes'),
    ),
  );

  async function saveAll(payments: readonly Payment[]): Promise<void> {
    const changes = payments.map((after) => ({
      key: `${after.merchantId}/${after.paymentId}`,
      before: undefined,
      after,
      partition: 3,
    }));
    await inTransaction(database, { merchants: 'every' }, (sql) =>
      Promise.all(sendAll(sql, repository.writes(changes, nothingShared()))),
    );
  }
  const made = (payment: Payment, createdAt: Date, attempts: object[] = [{}]): Payment => {
    const paymentId = newPaymentId();
    return {
      ...payment,
      paymentId,
      version: 1,
      createdAt,
      attempts: attempts.map(
        (changes, n) =>
          ({ ...payment.attempts[0]!, id: `${paymentId}_${n + 1}`, number: n + 1, createdAt, ...changes }) as never,
      ),
      captures: payment.captures.map((capture) => ({ ...capture, id: `${paymentId}_c1` as never })),
    };
  };
  const account = 'mca_1' as MerchantConnectorId;
  const period = (cursor: string | null = null, from = at(0), till = at(86_400)): WantedRecords['wanted'] => ({
    by: 'period',
    from: from.toISOString(),
    till: till.toISOString(),
    cursor,
  });
  const named = (references: readonly string[], ourIds: readonly string[]): WantedRecords['wanted'] => ({
    by: 'named',
    references,
    ourIds,
  });
  async function list(
    records: Pick<typeof attemptRecords | typeof disputeRecords, 'list'>,
    wanted: WantedRecords['wanted'],
    of: Partial<WantedRecords> = {},
  ): Promise<OwnRecordPage> {
    const about = { merchantId, merchantConnectorId: account, ...of, wanted };
    const page = await reading(database, [about.merchantId], (sql) => records.list(sql, about));
    if (isRefusal(page)) throw new Error(page.code);
    return page;
  }

  it('every status of a dispute is shown as a state of a record', () =>
    expect(Object.keys(disputesShownAs).sort()).toEqual([...statesOf(disputeMachine)].sort()));

  it('every state of an attempt is shown as a state of a record, or as nothing', () => {
    const shown: Record<string, string[]> = {};
    for (const state of statesOf(attemptMachine)) (shown[attemptShownAs(state)?.[0] ?? 'nothing'] ??= []).push(state);
    expect(shown).toEqual({
      nothing: ['payment_method_awaited', 'confirmation_awaited', 'authentication_initiated', 'authenticating'],
      pending: ['authorizing', 'pending', 'authentication_pending', 'cancellation_initiated'],
      authorized: [
        ...['authorized', 'increment_initiated', 'capture_initiated', 'void_initiated', 'multiple_capture_initiated'],
        'void_failed',
      ],
      succeeded: [
        ...['partial_charged_and_chargeable', 'further_capture_initiated', 'remainder_void_initiated'],
        ...['charged', 'partial_charged', 'capture_review'],
      ],
      canceled: ['voided_post_charge', 'voided'],
      failed: ['failure', 'capture_failed', 'expired', 'integrity_failure'],
    });
  });

  it('the attempts of a period are listed with what moved; one that was never sent, and one of another time, are not', async () => {
    const [charged, open, authorized] = [
      made(aPayment.charged(), at(10)),
      made(aPayment.authorizing(), at(20)),
      made(aPayment.authorized(), at(30)),
    ];
    const early = made(aPayment.charged(), at(-1));
    const unsent = made(aPayment.charged(), at(40), [{ state: 'confirmation_awaited', facts: {} }]);
    await saveAll([charged, open, authorized, early, unsent]);
    const { records, next } = await list(attemptRecords, period());
    expect(next).toBeNull();
    expect(
      records.map(({ objectId, state, amount, moved, isWaiting }) => [objectId, state, amount, moved, isWaiting]),
    ).toEqual([
      [charged.paymentId, 'succeeded', 1050, 1050, false],
      [authorized.paymentId, 'authorized', 1050, 0, false],
    ]);
    expect(records[0]).toMatchObject({
      kind: 'payment',
      ourId: charged.attempts[0]!.id,
      internalState: 'charged',
      currency: 'EUR',
    });
    // Routing's choice is not known yet: the attempt is of no account, and only its name finds it.
    const byName = await list(attemptRecords, named([], [open.attempts[0]!.id]));
    expect(byName.records).toMatchObject([
      { state: 'pending', isWaiting: true, internalState: 'authorizing', reference: null },
    ]);
    expect((await list(attemptRecords, named([], [unsent.attempts[0]!.id]))).records).toEqual([]);
  });

  it('a later attempt has the time of its own creation; inline credentials are of their account', async () => {
    const facts = { ...aPayment.charged().attempts[0]!.facts } as {
      account: { connector: string; merchantConnectorId: string };
    };
    const inline = {
      ...facts,
      account: { ...facts.account, merchantConnectorId: `${facts.account.merchantConnectorId}.x` },
    };
    const failed = {
      state: 'failure',
      facts: { account: facts.account, reference: 'ch_failed', error: { code: 'c', message: 'm', reason: null } },
    };
    const retried = made(aPayment.charged(), at(-100), [failed, { createdAt: at(50), facts: inline }]);
    await saveAll([retried]);
    const { records } = await list(attemptRecords, period());
    expect(records.map(({ ourId, createdAt }) => [ourId, createdAt])).toEqual([
      [`${retried.paymentId}_2`, at(50).toISOString()],
    ]);
  });

  it('pages follow each other without a gap, also where many payments are of one moment', async () => {
    const payments = Array.from({ length: recordsPerPage + 7 }, () => made(aPayment.charged(), at(5)));
    const twice = made(aPayment.charged(), at(5), [{ state: 'voided' }, {}]);
    await saveAll([...payments, twice]);
    const first = await list(attemptRecords, period());
    const second = await list(attemptRecords, period(first.next));
    expect([first.records.length, second.next]).toEqual([recordsPerPage, null]);
    const all = [...first.records, ...second.records].map(({ ourId }) => ourId);
    const expected = [...payments, twice].flatMap(({ attempts }) => attempts.map(({ id }) => id as string));
    expect([...all].sort()).toEqual([...expected].sort());
    const refused = { merchantId, merchantConnectorId: account, wanted: period(`${at(0).toISOString()} x' OR 1`) };
    expect(await reading(database, [merchantId], (sql) => attemptRecords.list(sql, refused))).toMatchObject({
      kind: 'refused',
    });
  });

  it('names find attempts of any time, of their merchant and account only', async () => {
    const old = made(aPayment.charged(), at(-1e6));
    await saveAll([old]);
    const reference = (old.attempts[0]!.facts as { reference: string }).reference;
    const both = named([reference], [old.attempts[0]!.id]);
    expect((await list(attemptRecords, both)).records).toMatchObject([{ objectId: old.paymentId, reference }]);
    expect((await list(attemptRecords, both, { merchantId: other })).records).toEqual([]);
    expect((await list(attemptRecords, both, { merchantConnectorId: 'mca_9' as never })).records).toEqual([]);
  });

  it('a dispute is found by the processor’s id, and listed by its creation; an inquiry took nothing', async () => {
    const dispute = aDispute({}, { paymentId: newPaymentId() });
    const about = {
      paymentId: newPaymentId(),
      disputeId: disputeIdOf(merchantId, dispute.account.merchantConnectorId, 'du_2'),
    };
    const inquiry = aDispute({ stage: 'pre_dispute', reference: 'du_2' }, about);
    const changes = [dispute, inquiry].map((after) => ({
      key: `${after.merchantId}/disputes/${after.disputeId}`,
      before: undefined,
      after: { ...after, version: 1, createdAt: at(3) },
      partition: 3,
    }));
    await inTransaction(database, { merchants: [merchantId] }, (sql) =>
      Promise.all(sendAll(sql, disputes.writes(changes))),
    );
    const ofAccount = { merchantConnectorId: dispute.account.merchantConnectorId };
    const listed = await list(disputeRecords, period(), ofAccount);
    expect(listed.records.map(({ objectId }) => objectId as string).sort()).toEqual(
      [dispute.disputeId, inquiry.disputeId].sort(),
    );
    const { records } = await list(
      disputeRecords,
      named([dispute.known.reference, inquiry.known.reference], []),
      ofAccount,
    );
    expect(records.find(({ objectId }) => objectId === dispute.disputeId)).toMatchObject({
      kind: 'dispute',
      reference: dispute.known.reference,
      chargeReference: dispute.chargeReference,
      state: 'open',
      moved: Number(dispute.known.money.amount),
      paymentId: dispute.paymentId as PaymentId,
    });
    expect(records.find(({ objectId }) => objectId === inquiry.disputeId)).toMatchObject({ moved: 0 });
  });

  it('the lists read no table as a whole, also on a connection that planned them for empty tables', async () => {
    await list(attemptRecords, period());
    await list(disputeRecords, period());
    await list(attemptRecords, named(['ch_1'], ['pay_1_1']));
    await list(disputeRecords, named(['dp_1'], []));
    const statements = await database.query<{ statement: string }[]>(
      `SELECT statement FROM pg_prepared_statements WHERE statement ~ 'place'`,
    );
    expect(statements.length).toBeGreaterThanOrEqual(4);
    for (const { statement } of statements) {
      const plan = JSON.stringify(await database.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`));
      expect(plan).not.toMatch(/Seq Scan/);
    }
  });
});
