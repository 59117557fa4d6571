import type { DisputeFilters } from '@payorch/contracts';
import { disputeKey } from '@payorch/contracts';
import { freshSchema } from '@payorch/harness';
import type { DisputeId, PaymentId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { jobIdOf } from '@payorch/platform/jobs';
import type { Sql } from '@payorch/platform/postgres';
import { inTransaction, openDatabase, sendAll } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aPayment, later, merchantId, paymentId, profileId, seals } from '../../../test/builders';
import { aDispute, answerOperation } from '../../../test/disputes';
import { PaymentRepository } from '../../payments/persistence/payment/payment.repository';
import { nothingShared } from '../../payments/persistence/shared/shared';
import { database as schema } from '../../persistence/database';
import type { Answer, Dispute } from '../domain/dispute';
import { shownInPayment } from '../queries/dispute.view';
import { countDisputes, findDisputes } from './dispute-list';
import { DisputeStore, scheduleMissingAnswerSyncs } from './dispute.store';
import { findErasable } from './erasable-evidence';
import { answerSyncDueJob, disputePollDueJob } from './jobs';
import { findReturnedSums, withReturned } from './returned-sums';
import { schedulePolls } from './schedule-polls';

const payments = new PaymentRepository(seals);
const store = new DisputeStore();
let database: DataSource;
let drop: () => Promise<void>;

const within = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
  inTransaction(database, { merchants: [merchantId] }, work);
const write = (before: Dispute | undefined, after: Dispute) =>
  within(async (sql) => {
    await Promise.all(sendAll(sql, store.writes([{ key: disputeKey(after), before, after, partition: 3 }])));
  });
const idOf = (text: string) => text as DisputeId;
const first = aDispute({}, { paymentId, disputeId: idOf('dp_first') });
const inquiry = aDispute(
  { stage: 'pre_dispute', reference: 'du_2', reason: 'general', refundable: true },
  { paymentId, disputeId: idOf('dp_second'), createdAt: later(5) },
);
const other = aDispute(
  { status: 'dispute_lost', reference: 'du_3' },
  { paymentId: 'pay_other' as PaymentId, disputeId: idOf('dp_third'), createdAt: later(9) },
);

const underWay: Answer = {
  flow: 'accept_dispute',
  operation: answerOperation,
  state: 'pending',
  syncCount: 0,
  pendingReplies: [],
  error: null,
  requestedAt: later(1).toISOString(),
};

beforeAll(async () => {
  const fresh = await freshSchema('payments');
  drop = fresh.drop;
  database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger });
  const after = { ...aPayment.charged(), version: 1 };
  const change = { key: `${merchantId}/${paymentId}`, before: undefined, after, partition: 0 };
  await within(async (sql) => {
    await Promise.all(sendAll(sql, payments.writes([change], nothingShared())));
  });
  for (const dispute of [first, inquiry, other]) await write(undefined, dispute);
});
afterAll(async () => {
  await database.destroy();
  await drop();
});

const list = async (filters: Partial<DisputeFilters>, limit = 10) => {
  const none = { receivedFrom: null, receivedBefore: null, disputeId: null, paymentId: null, profileIds: null };
  const rest = { statuses: null, stages: null, reason: null, connectors: null, currencies: null };
  const all = { ...none, ...rest, merchantConnectorId: null, ...filters };
  const found = await within((sql) => findDisputes(sql, { merchantId, filters: all, limit, offset: 0 }));
  return found.map(({ disputeId }) => disputeId);
};

it('a dispute is stored with everything that is known of it', async () => {
  const loaded = await within((sql) => store.load(sql, [disputeKey(first)], 'writing'));
  expect(loaded.get(disputeKey(first))).toEqual(first);
});

it('a payment shows its disputes, the first one first, each with what it takes', async () => {
  const payment = await within((sql) => payments.find(sql, merchantId, paymentId));
  expect(payment?.disputes).toEqual([
    { shown: shownInPayment(first), taken: 1_050 },
    { shown: shownInPayment(inquiry), taken: 0 },
  ]);
});

it.each<[string, Partial<DisputeFilters>, readonly string[]]>([
  ['all, the newest first', {}, ['dp_third', 'dp_second', 'dp_first']],
  ['those of a payment', { paymentId }, ['dp_second', 'dp_first']],
  ['one', { disputeId: idOf('dp_first') }, ['dp_first']],
  ['those of a status', { statuses: ['dispute_lost'] }, ['dp_third']],
  ['those of a stage', { stages: ['pre_dispute'] }, ['dp_second']],
  ['those of a reason', { reason: 'general' }, ['dp_second']],
  ['those of a time', { receivedFrom: later(5).toISOString(), receivedBefore: later(9).toISOString() }, ['dp_second']],
  ['those of another profile', { profileIds: ['pro_other'] }, []],
  ['those of a profile', { profileIds: [profileId] }, ['dp_third', 'dp_second', 'dp_first']],
  ['those of a currency and another connector', { currencies: ['EUR'], connectors: ['other'] }, []],
])('a list has %s', async (_, filters, ids) => expect(await list(filters)).toEqual(ids));

it('statuses are counted', async () => {
  const period = { receivedFrom: '2020-01-01T00:00:00.000Z', receivedBefore: null };
  const counted = await within((sql) => countDisputes(sql, { merchantId, profileId: null, ...period }));
  expect(counted).toEqual({ dispute_opened: 2, dispute_lost: 1 });
});

it('a disputed sum that was refunded before is said', async () => {
  const refund = (status: string) =>
    within((sql) =>
      sql.query(
        `INSERT INTO refunds (merchant_id, refund_id, payment_id, version, created_at, object)
       VALUES ($1, $2, $3, 1, now(), json_build_object('amount', 700, 'status', $4::text))`,
        [merchantId, `ref_${status}`, paymentId, status],
      ),
    );
  const isRefunded = async () =>
    withReturned(first, await within((sql) => findReturnedSums(sql, [first]))).isAlreadyRefunded;
  await refund('pending');
  expect(await isRefunded()).toBe(false);
  await refund('succeeded');
  expect(await isRefunded()).toBe(true);
});

it('the sweep schedules the sync of an answer that has none, and an incident is opened once', async () => {
  const answered: Dispute = { ...other, version: 2, answer: underWay, incidents: ['contradicted'] };
  await write(other, answered);
  await write(answered, { ...answered, version: 3 });
  await within(scheduleMissingAnswerSyncs(0));
  const jobs = await within((sql) => sql.query<{ id: string }>('SELECT id FROM jobs'));
  expect(jobs.map(({ id }) => id)).toEqual([jobIdOf(answerSyncDueJob.type, disputeKey(other))]);
  const incidents = await within((sql) => sql.query('SELECT attempt_id, payment_id, kind FROM incidents'));
  expect(incidents).toEqual([{ attempt_id: 'dp_third', payment_id: 'pay_other', kind: 'contradicted' }]);
});

it('the sweep polls open disputes of polling profiles that have not changed for the interval, once', async () => {
  const polled = async (profiles: Parameters<typeof schedulePolls>[1]): Promise<string[]> => {
    await within((sql) => schedulePolls(sql, profiles));
    const found = 'SELECT id FROM jobs WHERE type = $1 ORDER BY id';
    return (await within((sql) => sql.query<{ id: string }>(found, [disputePollDueJob.type]))).map(({ id }) => id);
  };
  const [hour, day] = [1, 24].map((disputePollingHours) => [{ merchantId, profileId, disputePollingHours }]);
  const age = (dispute: Dispute, hours: number) =>
    within((sql) =>
      sql.query(`UPDATE disputes SET modified_at = now() - make_interval(hours => $2) WHERE dispute_id = $1`, [
        dispute.disputeId,
        hours,
      ]),
    );
  const idOfPoll = (dispute: Dispute) => jobIdOf(disputePollDueJob.type, disputeKey(dispute));
  await age(first, 2);
  await age(inquiry, 0);
  await age(other, 48);
  expect(await polled([])).toEqual([]);
  expect(await polled([{ merchantId, profileId: 'pro_other' as typeof profileId, disputePollingHours: 1 }])).toEqual(
    [],
  );
  expect(await polled(day!)).toEqual([]);
  expect(await polled(hour!)).toEqual([idOfPoll(first)]);
  await age(inquiry, 2);
  await within((sql) => sql.query(`UPDATE jobs SET run_at = now() + interval '1 hour'`));
  expect(await polled(hour!)).toEqual([first, inquiry].map(idOfPoll).sort());
  const due = `SELECT id FROM jobs WHERE type = $1 AND run_at <= now()`;
  expect(await within((sql) => sql.query(due, [disputePollDueJob.type]))).toEqual([{ id: idOfPoll(inquiry) }]);
});

it('evidence is erasable once its customer is deleted, the dispute is closed and no answer is under way', async () => {
  const ids = [first, inquiry, other].map(({ disputeId }) => disputeId);
  const lost = aDispute({ status: 'dispute_lost', reference: 'du_4' }, { paymentId, disputeId: idOf('dp_lost') });
  const answering = aDispute(
    { status: 'dispute_lost', reference: 'du_5' },
    { paymentId, disputeId: idOf('dp_answering'), answer: underWay },
  );
  for (const dispute of [lost, answering]) await write(undefined, dispute);
  const found = () => within((sql) => findErasable(sql, merchantId, [...ids, lost.disputeId, answering.disputeId]));
  expect(await found()).toEqual([]);
  const redact = (to: string) =>
    within((sql) => sql.query(`UPDATE intents SET body = body ${to} WHERE payment_id = $1`, [paymentId]));
  await redact(`|| '{"isRedacted": true}'`);
  expect(await found()).toEqual([lost.disputeId]);
  expect(await within((sql) => findErasable(sql, 'other' as typeof merchantId, [lost.disputeId]))).toEqual([]);
  await redact(`- 'isRedacted'`);
  await within((sql) =>
    sql.query(`DELETE FROM disputes WHERE dispute_id = ANY($1)`, [[lost.disputeId, answering.disputeId]]),
  );
});
