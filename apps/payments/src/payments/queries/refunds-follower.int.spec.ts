import type { DataOf, MessageDefinition, RefundSnapshot } from '@payorch/contracts';
import { refundObject, refundSnapshot, refundsSnapshotsPublished } from '@payorch/contracts';
import { freshSchema, openedText } from '@payorch/harness';
import type { RefundId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import type { EncodedMessage, Incoming, ReplyAddress } from '@payorch/platform/kafka';
import { sendAll, inTransaction, openDatabase } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import {
  aPayment,
  aProfile,
  eur,
  firstAccount,
  merchantId,
  now,
  paymentId,
  profileId,
  rules,
  seals,
} from '../../../test/builders';
import { activeAttempt } from '../domain/payment';
import { replyJobOf } from '../persistence/jobs';
import { database as schema } from '../../persistence/database';
import { PaymentRepository } from '../persistence/payment/payment.repository';
import { nothingShared } from '../persistence/shared/shared';
import { type RefundSnapshotParts, RefundSnapshots, saveSnapshots, SnapshotBatch } from './refunds-follower';

const payment = aPayment.charged();
const repository = new PaymentRepository(seals);
const aRefund = (version: number, changes: Partial<RefundSnapshot> = {}): RefundSnapshot => ({
  merchantId,
  profileId,
  paymentId,
  attemptId: activeAttempt(payment).id,
  refundId: 'ref_1' as RefundId,
  version,
  occurredAt: new Date(now.getTime() + version).toISOString(),
  createdAt: now.toISOString(),
  status: 'pending',
  money: eur('1.00'),
  account: firstAccount,
  connectorRefundId: null,
  reason: `of version ${version}`,
  metadata: null,
  splitRefunds: null,
  error: null,
  ...changes,
});

const incoming = (message: unknown, data: object, replyTo?: ReplyAddress): Incoming => ({
  message: message as MessageDefinition,
  data,
  key: `${merchantId}/${paymentId}`,
  context: {
    messageId: 'm',
    correlationId: 'c',
    traceparent: 't',
    occurredAt: now,
    ...(replyTo && { replyTo }),
  },
  origin: { topic: 'refunds.snapshots', partition: 0, offset: '0' },
});
const snapshot = (refund: RefundSnapshot) => incoming(refundSnapshot, refund);
const published = (correlationId?: string, about: string = paymentId) =>
  incoming(
    refundsSnapshotsPublished,
    {
      merchantId,
      paymentId: about,
      shown: { caller: 'merchant', expandAttempts: correlationId === 'expanded', expandCaptures: false },
    },
    correlationId === undefined ? undefined : { topic: 'gateway.replies.1', correlationId },
  );

describe('a refund snapshot', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let sent: EncodedMessage[];
  let canBeShown: boolean;
  let take: (...batch: Incoming[]) => Promise<void>;
  beforeAll(async () => {
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger });
    const key = `${merchantId}/${paymentId}`;
    const change = { key, before: undefined, after: { ...payment, version: 1 }, partition: 0 };
    await inTransaction(database, { merchants: [merchantId] }, async (sql) => {
      await Promise.all(sendAll(sql, repository.writes([change], nothingShared())));
    });
    const parts: RefundSnapshotParts = {
      log: silentLogger,
      producer: { send: async (messages) => void sent.push(...messages) },
      seals,
      repository,
      transact: (merchants, work) => inTransaction(database, { merchants }, work),
      settings: {
        profile: () => {
          if (!canBeShown) throw new Error('cannot be shown');
          return aProfile;
        },
        merchant: () => undefined,
        global: { gsmRule: () => undefined, config: () => undefined },
      },
      rules,
    };
    const handlers = new RefundSnapshots();
    take = (...messages) => {
      const batch = new SnapshotBatch();
      for (const { message, data, context } of messages) {
        if (message.type === refundSnapshot.type) handlers.snapshot(data as RefundSnapshot, { batch, context });
        else handlers.published(data as DataOf<typeof refundsSnapshotsPublished>, { batch, context });
      }
      return saveSnapshots(parts, batch);
    };
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });
  beforeEach(async () => {
    sent = [];
    canBeShown = true;
    await query('DELETE FROM refunds');
    await query('DELETE FROM jobs');
  });

  const query = (text: string, params: string[] = []) =>
    inTransaction(database, { merchants: [merchantId] }, (sql) => sql.query(text, params));
  const answers = () =>
    sent.map((reply) => ({
      topic: reply.topic,
      caller: reply.headers['replycorrelationid'],
      outcome: reply.headers['outcome'],
      body: JSON.parse(openedText(seals, reply)),
    }));
  const plan = (caller: string) =>
    query(
      `INSERT INTO jobs (id, type, key, partition, run_at, data) VALUES ($1, 'payment.reply_due', 'k', 0, now(), '{}')`,
      [replyJobOf({ merchantId, paymentId }, caller)],
    );
  const jobs = () => query('SELECT id FROM jobs ORDER BY id');

  it('is saved, and answers no other caller', async () => {
    await take(snapshot(aRefund(1)), published());
    expect(sent).toEqual([]);
    expect(await query('SELECT version FROM refunds')).toEqual([{ version: 1 }]);
  });

  it('is in the reply to the caller that waits for it, whose timeout job is cancelled', async () => {
    await Promise.all([plan('r1'), plan('of another request')]);
    await take(
      snapshot(aRefund(1)),
      snapshot(aRefund(2, { status: 'succeeded' })),
      published('r1'),
      published('expanded'),
    );
    const refunds = [refundObject(aRefund(2, { status: 'succeeded' }))];
    expect(answers()).toEqual([
      { topic: 'gateway.replies.1', caller: 'r1', outcome: 'response', body: expect.objectContaining({ refunds }) },
      {
        topic: 'gateway.replies.1',
        caller: 'expanded',
        outcome: 'response',
        body: expect.objectContaining({ refunds }),
      },
    ]);
    expect(answers().map(({ body }) => body.attempts?.length)).toEqual([undefined, 1]);
    expect(await jobs()).toEqual([{ id: replyJobOf({ merchantId, paymentId }, 'of another request') }]);
  });

  it('never replaces a newer one', async () => {
    await take(snapshot(aRefund(5)));
    await take(snapshot(aRefund(3)), published('r1'));
    expect(answers()[0]!.body.refunds).toEqual([refundObject(aRefund(5))]);
  });

  it('restores a lost row', async () => {
    await take(snapshot(aRefund(2)));
    await query('DELETE FROM refunds');
    await take(snapshot(aRefund(2)), published('r1'));
    expect(answers()[0]!.body.refunds).toEqual([refundObject(aRefund(2))]);
  });

  it('request of a payment without refunds, or of an unknown payment, is answered', async () => {
    await take(published('r1'), published('r2', 'pay_unknown'));
    expect(answers()).toMatchObject([
      { caller: 'r1', outcome: 'response', body: { payment_id: paymentId, refunds: null } },
      { caller: 'r2', outcome: 'refused', body: { code: 'payment_not_found' } },
    ]);
  });

  it('is saved though the payment cannot be rendered', async () => {
    canBeShown = false;
    await take(snapshot(aRefund(1)), published('r1'));
    expect(sent).toEqual([]);
    expect(await query('SELECT version FROM refunds')).toEqual([{ version: 1 }]);
  });
});
