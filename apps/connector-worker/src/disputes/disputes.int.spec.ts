import type { DisputeFact } from '@payorch/connector-kit';
import { registry } from '@payorch/connectors';
import {
  connectorDisputesFetch,
  connectorDisputeRead,
  connectorWebhookReceived,
  disputeIdOf,
  type DataOf,
  type operationCommands,
} from '@payorch/contracts';
import { openedText } from '@payorch/harness';
import type { DisputeId, FileId } from '@payorch/kernel';
import { newOperationId } from '@payorch/kernel';
import { detailsPlace } from '@payorch/operations';
import type { DataSource } from 'typeorm';
import { type AuthorizeCommand, shopSeals } from '../../test/builders';
import { aProcessorDispute } from '../../test/operations';
import { deliverTo } from '../../test/deliver';
import { json, wirePayment } from '../../test/processor';
import type { Worker } from '../../test/worker';
import { startWorker, workerDatabase } from '../../test/worker';

const dayMs = 86_400_000;

describe('disputes', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;
  /** What the next notice says. */
  let facts: DisputeFact[];
  let eventId: string;

  const webhooks = {
    mayBeGenuine: () => true,
    verifyWebhook: () => true,
    parseWebhook: () => ({ kind: 'event', event: { eventId, facts: [], disputes: facts } }) as const,
  };
  const start = () => startWorker(database, { connector: { ...registry.stripe_test, webhooks } });

  beforeAll(async () => void ({ database, drop } = await workerDatabase()));
  afterAll(() => drop());
  beforeEach(async () => {
    facts = [];
    eventId = 'evt_1';
    worker = await start();
  });
  afterEach(() => worker.stop());

  const factOf = (charge: string, known: Parameters<typeof aProcessorDispute>[0] = {}): DisputeFact => ({
    charge: { reference: charge, operationIds: [] },
    dispute: aProcessorDispute(known),
  });
  const referenceOf = ({ operationId }: AuthorizeCommand): string => `pay_of_${operationId}`;
  const deliver = (message: object, data: object, at: Worker = worker, context: object = {}): Promise<void> =>
    deliverTo(at, message, data, context);
  const notice = (at: Worker = worker): Promise<void> => {
    const { merchantId, account } = worker.shop;
    const received = { webhookId: 'wh_1', receivedAt: new Date().toISOString(), headers: {}, query: {} };
    return deliver(connectorWebhookReceived, { ...received, merchantId, account, bodyBase64: '' }, at);
  };
  /** The disputes that this worker has reported, in order. */
  const reported = (at: Worker = worker) =>
    at.sent
      .filter(({ headers }) => headers['ce_type'] === 'connector.dispute_reported')
      .map((message) => ({ id: message.headers['ce_id'], data: JSON.parse(openedText(shopSeals, message)) as object }));
  const charged = async (): Promise<AuthorizeCommand> => {
    const data = worker.shop.authorize();
    await worker.runner.run({ flow: 'authorize', data }, 1);
    return data;
  };
  /** As if the wait of the next search had passed. */
  const matchNow = async (at: Worker = worker): Promise<void> => {
    const { merchantId } = worker.shop;
    await database.transaction(async (sql) => {
      await sql.query(`SELECT set_config('payorch.merchants', '{*}', true)`);
      await sql.query('UPDATE unmatched_disputes SET next_match_at = now() WHERE merchant_id = $1', [merchantId]);
    });
    await at.matcher.run();
  };
  const waiting = (charge: string) => worker.unmatched.ofCharge(worker.shop.merchantId, worker.shop.account, charge);

  it('a notice of a dispute is reported to the payment that was charged, under an id that follows from it', async () => {
    const data = await charged();
    facts = [factOf(referenceOf(data))];
    await notice();
    const { merchantId, account } = worker.shop;
    const disputeId = disputeIdOf(merchantId, account.merchantConnectorId, 'dispute_1');
    expect(reported()).toEqual([
      {
        id: `webhook:${account.merchantConnectorId}:evt_1:dispute:dispute_1`,
        data: expect.objectContaining({
          merchantId,
          account,
          disputeId,
          paymentId: data.paymentId,
          attemptId: data.attemptId,
          chargeReference: referenceOf(data),
          source: 'webhook',
          dispute: { ...aProcessorDispute(), money: { amount: 6540, currency: 'USD' } },
        }) as object,
      },
    ]);
    expect(await waiting(referenceOf(data))).toEqual([]);
  });

  it('a notice that comes 50 times before its event is saved has one message id, and none afterwards', async () => {
    const data = await charged();
    facts = [factOf(referenceOf(data))];
    const { merchantId, account } = worker.shop;
    const command = { webhookId: 'wh_1', merchantId, account, receivedAt: new Date().toISOString() };
    const receiving = { ...command, headers: {}, query: {}, bodyBase64: '' };
    const all = await Promise.all(Array.from({ length: 50 }, () => worker.webhooks.receive(receiving, undefined)));
    expect(new Set(all.flatMap(({ disputes }) => disputes.reports.map(({ messageId }) => messageId))).size).toBe(1);
    await notice();
    await notice();
    expect(reported()).toHaveLength(1);
  });

  it('notices that come before their charge wait, and are reported in their order once it is known', async () => {
    const data = worker.shop.authorize();
    const reference = referenceOf(data);
    for (const [place, status] of (['dispute_opened', 'dispute_challenged'] as const).entries()) {
      eventId = `evt_${place}`;
      facts = [factOf(reference, { status })];
      await notice();
      await notice();
    }
    await matchNow();
    expect(reported()).toEqual([]);
    expect(await waiting(reference)).toHaveLength(2);

    await worker.runner.run({ flow: 'authorize', data }, 1);
    await matchNow();
    expect(reported().map((one) => one.data)).toMatchObject([
      { paymentId: data.paymentId, dispute: { status: 'dispute_opened' } },
      { paymentId: data.paymentId, dispute: { status: 'dispute_challenged' } },
    ]);
    expect(await waiting(reference)).toEqual([]);
    await matchNow();
    expect(reported()).toHaveLength(2);
  });

  it('a notice for a known charge is reported after those that waited for it', async () => {
    const data = worker.shop.authorize();
    facts = [factOf(referenceOf(data))];
    await notice();
    await worker.runner.run({ flow: 'authorize', data }, 1);
    facts = [factOf(referenceOf(data), { status: 'dispute_won' })];
    eventId = 'evt_2';
    await notice();
    expect(reported().map((one) => one.data)).toMatchObject([
      { dispute: { status: 'dispute_opened' } },
      { dispute: { status: 'dispute_won' } },
    ]);
    expect(await waiting(referenceOf(data))).toEqual([]);
  });

  it('a notice during the call whose answer names the charge is not lost', async () => {
    const data = worker.shop.authorize();
    facts = [factOf(referenceOf(data))];
    worker.processor.onPayment = async (_call, response) => {
      await notice();
      json(response, 200, wirePayment(data.operationId));
    };
    await worker.runner.run({ flow: 'authorize', data }, 1);
    await matchNow();
    expect(reported().map((one) => one.data)).toMatchObject([{ paymentId: data.paymentId }]);
  });

  it('a worker that dies between the steps loses no notice: the next one repeats the same messages', async () => {
    const data = worker.shop.authorize();
    facts = [factOf(referenceOf(data))];
    const { merchantId, account } = worker.shop;
    const receiving = { webhookId: 'wh_1', merchantId, account, receivedAt: new Date().toISOString() };
    // It dies after the notice was stored, before its event was saved.
    await worker.webhooks.receive({ ...receiving, headers: {}, query: {}, bodyBase64: '' }, undefined);
    await notice();
    expect(await waiting(referenceOf(data))).toHaveLength(1);
    await worker.runner.run({ flow: 'authorize', data }, 1);
    // It dies after the report was published, before the notice was removed.
    const [stored] = await waiting(referenceOf(data));
    await matchNow();
    await worker.unmatched.add([stored!]);
    const next = await start();
    await matchNow(next);
    expect(reported(next)).toEqual(reported());
    expect(reported(next)).toHaveLength(1);
    expect(await waiting(referenceOf(data))).toEqual([]);
    await next.stop();
  });

  it('another merchant’s notice of the same charge matches nothing', async () => {
    const data = await charged();
    const other = await start();
    facts = [factOf(referenceOf(data))];
    const { merchantId, account } = other.shop;
    const received = { webhookId: 'wh_1', receivedAt: new Date().toISOString(), headers: {}, query: {} };
    await deliver(connectorWebhookReceived, { ...received, merchantId, account, bodyBase64: '' }, other);
    await matchNow(other);
    expect(reported(other)).toEqual([]);
    expect(await other.unmatched.ofCharge(merchantId, account, referenceOf(data))).toHaveLength(1);
    await other.stop();
  });

  it('the refund of a charge is not the charge of a dispute', async () => {
    const refund = worker.shop.refund();
    await worker.runner.run({ flow: 'refund', data: refund }, 1);
    const { reference } = (await worker.rows.load(refund.merchantId, refund.operationId))!;
    facts = [factOf(reference ?? `ref_of_${refund.operationId}`)];
    await notice();
    expect(reported()).toEqual([]);
  });

  it('a notice whose charge stays unknown is searched less and less often, and deleted in the end', async () => {
    facts = [factOf('pay_of_another_system')];
    await notice();
    const { merchantId } = worker.shop;
    const aged = (ms: number) =>
      database.transaction(async (sql) => {
        await sql.query(`SELECT set_config('payorch.merchants', '{*}', true)`);
        await sql.query(
          `UPDATE unmatched_disputes SET received_at = now() - make_interval(secs => $2), next_match_at = now()
           WHERE merchant_id = $1`,
          [merchantId, ms / 1_000],
        );
      });
    await aged(dayMs);
    expect((await worker.unmatched.takeDue(100)).map(({ charge }) => charge.reference)).toContain(
      'pay_of_another_system',
    );
    expect((await worker.unmatched.takeDue(100)).map(({ charge }) => charge.reference)).not.toContain(
      'pay_of_another_system',
    );
    expect(await waiting('pay_of_another_system')).toHaveLength(1);
    await aged(36 * dayMs);
    await worker.matcher.run();
    expect(await waiting('pay_of_another_system')).toEqual([]);
  });

  describe('at Stripe', () => {
    const wire = (status: string, known: object = {}) => ({
      id: 'dp_1',
      object: 'dispute',
      amount: 6540,
      currency: 'usd',
      status,
      charge: 'ch_1',
      payment_intent: 'pi_1',
      created: 1_793_527_200,
      is_charge_refundable: false,
      reason: 'fraudulent',
      ...known,
    });
    let atStripe: Worker;
    beforeEach(async () => void (atStripe = await startWorker(database, { connector: registry.stripe })));
    afterEach(() => atStripe.stop());

    const answerOf = (): DataOf<typeof operationCommands.accept_dispute> => {
      const { merchantId, profileId, paymentId, attemptId, account } = atStripe.shop.authorize();
      const ids = { operationId: newOperationId(), merchantId, profileId, paymentId, attemptId, account };
      return { ...ids, disputeId: 'dp_ours', reference: 'dp_1', chargeReference: 'pi_1' };
    };
    const syncOf = (data: ReturnType<typeof answerOf>, flow: 'accept_dispute' | 'submit_evidence') =>
      atStripe.sync.run({ ...data, disputeId: data.disputeId as DisputeId, flow, round: 1 }, undefined);

    it('an acceptance is called once, and its row names the dispute', async () => {
      const data = answerOf();
      atStripe.processor.onPayment = (_call, response) => json(response, 200, wire('lost'));
      const run = () => atStripe.runner.run({ flow: 'accept_dispute', data }, undefined);
      for (let delivery = 0; delivery < 3; delivery++)
        expect((await run()).outcome).toMatchObject({ kind: 'disputed', dispute: { status: 'dispute_lost' } });
      expect(atStripe.processor.payments.map(({ path }) => path)).toEqual(['/dummy-connector/v1/disputes/dp_1/close']);
      expect(await atStripe.rows.load(data.merchantId, data.operationId)).toMatchObject({
        flow: 'accept_dispute',
        disputeId: 'dp_ours',
        reference: 'dp_1',
        money: null,
      });
    });

    it('an acceptance without an answer is settled by a sync, and stays unknown while the dispute waits for it', async () => {
      const data = answerOf();
      atStripe.processor.onPayment = (_call, response) => void response.destroy();
      expect((await atStripe.runner.run({ flow: 'accept_dispute', data }, undefined)).outcome.kind).toBe('unknown');
      atStripe.processor.onLookup = (_call, response) => json(response, 200, wire('needs_response'));
      expect((await syncOf(data, 'accept_dispute')).outcome.kind).toBe('unknown');
      atStripe.processor.onLookup = (_call, response) => json(response, 200, wire('lost'));
      expect(await syncOf(data, 'accept_dispute')).toMatchObject({
        outcome: { kind: 'disputed', dispute: { status: 'dispute_lost' } },
        messageId: `${data.operationId}:sync:1`,
      });
    });

    it('evidence is submitted with its files, which are uploaded first', async () => {
      const data = answerOf();
      const { merchantId, operationId } = data;
      const texts = { customer_name: 'Ada Lovelace' };
      const fileId = 'file_1' as FileId;
      const sealing = {
        storageKey: '0'.repeat(32),
        contentKey: '',
        name: 'receipt.pdf',
        contentType: 'application/pdf',
      };
      const details = JSON.stringify({ texts, files: [{ evidenceType: 'receipt', fileId, ...sealing }] });
      const sealedDetails = shopSeals.seal(details, detailsPlace('submit_evidence', data));
      const submitting = { ...data, sealedDetails };
      const missing = await atStripe.runner.run({ flow: 'submit_evidence', data: submitting }, undefined);
      expect(missing.outcome).toMatchObject({ kind: 'not_sent', error: { code: 'EVIDENCE_MISSING' } });
      expect(atStripe.processor.calls).toEqual([]);

      const bytes = Buffer.from('%PDF-1.7');
      atStripe.evidence.set(fileId, bytes);
      atStripe.processor.onPayment = ({ path }, response) =>
        json(response, 200, path.endsWith('/files') ? { id: 'file_at_stripe' } : wire('under_review'));
      const again = { ...submitting, operationId: newOperationId() };
      const sealed = shopSeals.seal(details, detailsPlace('submit_evidence', again));
      const { outcome } = await atStripe.runner.run(
        { flow: 'submit_evidence', data: { ...again, sealedDetails: sealed } },
        undefined,
      );
      expect(outcome).toMatchObject({ kind: 'disputed', dispute: { status: 'dispute_challenged' } });
      expect(atStripe.processor.payments.map(({ path }) => path)).toEqual([
        '/dummy-connector/v1/files',
        '/dummy-connector/v1/disputes/dp_1',
      ]);
      expect(await atStripe.rows.load(merchantId, operationId)).toMatchObject({ flow: 'submit_evidence' });
    });

    it('a dispute is read for its owner, and no operation is stored', async () => {
      const { operationId: _, ...data } = answerOf();
      const command = { ...data, disputeId: data.disputeId as DisputeId };
      atStripe.processor.onLookup = (_call, response) => json(response, 200, wire('under_review'));
      await deliver(connectorDisputeRead, { ...command, round: 1 }, atStripe);
      atStripe.processor.onLookup = (_call, response) => void response.destroy();
      await deliver(connectorDisputeRead, { ...command, round: 2 }, atStripe);
      atStripe.processor.onLookup = (_call, response) => json(response, 200, wire('lost', { id: 'dp_other' }));
      await deliver(connectorDisputeRead, { ...command, round: 3 }, atStripe);
      expect(reported(atStripe)).toMatchObject([
        { id: 'dp_ours:read:1', data: { source: 'read', dispute: { status: 'dispute_challenged' } } },
        { id: 'dp_ours:read:2', data: { source: 'read', dispute: null } },
        { id: 'dp_ours:read:3', data: { source: 'read', dispute: null } },
      ]);
    });

    it('the disputes of a period are fetched page by page, reported, and stored where their charge is unknown', async () => {
      const data = atStripe.shop.authorize();
      atStripe.processor.onPayment = (_call, response) =>
        json(response, 200, {
          id: 'pi_1',
          object: 'payment_intent',
          status: 'succeeded',
          amount: 6540,
          amount_received: 6540,
          currency: 'usd',
        });
      await atStripe.runner.run({ flow: 'authorize', data }, undefined);
      const pages = [
        { object: 'list', has_more: true, data: [wire('needs_response')] },
        { object: 'list', has_more: false, data: [wire('won', { id: 'dp_2', payment_intent: 'pi_elsewhere' })] },
      ];
      atStripe.processor.onLookup = ({ path }, response) =>
        json(response, 200, pages[path.includes('starting_after=dp_1') ? 1 : 0]);
      const { merchantId, account } = atStripe.shop;
      const period = { from: '2026-11-01T00:00:00.000Z', till: '2026-12-01T00:00:00.000Z' };
      const { reply, reports } = await atStripe.fetcher.run(
        { merchantId, account, ...period },
        { messageId: 'query_1', accountVersion: undefined, leftMs: 60_000 },
      );
      expect(reply).toMatchObject({
        kind: 'fetched',
        disputes: [
          { reference: 'dp_1', paymentId: data.paymentId, money: { amount: 6540, currency: 'USD' } },
          { reference: 'dp_2', paymentId: null, attemptId: null },
        ],
      });
      expect(reports.map(({ messageId, data: { source } }) => [messageId, source])).toEqual([
        ['list:query_1:dp_1', 'list'],
      ]);
      expect(await atStripe.unmatched.ofCharge(merchantId, account, 'pi_elsewhere')).toHaveLength(1);
    });

    it.each([
      ['refuses the call', (response: Parameters<typeof json>[0]) => json(response, 401, { error: { type: 'x' } })],
      ['does not answer', (response: Parameters<typeof json>[0]) => void response.destroy()],
    ])('a fetch fails where the processor %s, and stores nothing', async (_, answer) => {
      atStripe.processor.onLookup = (_call, response) => answer(response);
      const { merchantId, account } = atStripe.shop;
      const period = { from: '2026-11-01T00:00:00.000Z', till: '2026-12-01T00:00:00.000Z' };
      const fetching = { messageId: 'query_1', accountVersion: undefined, leftMs: 60_000 };
      const { reply, reports } = await atStripe.fetcher.run({ merchantId, account, ...period }, fetching);
      expect([reply.kind, reports]).toEqual(['failed', []]);
    });
  });

  it('a processor without a list of disputes fails a fetch by name', async () => {
    const { merchantId, account } = worker.shop;
    const period = { from: '2026-11-01T00:00:00.000Z', till: '2026-12-01T00:00:00.000Z' };
    await deliver(connectorDisputesFetch, { merchantId, account, ...period }, worker, {
      deadline: new Date(Date.now() + 60_000),
      replyTo: { topic: 'gateway.replies.0', correlationId: 'wait_1' },
    });
    expect(JSON.parse(openedText(shopSeals, worker.sent[0]!))).toMatchObject({ kind: 'failed', code: 'NO_LIST' });
  });
});
