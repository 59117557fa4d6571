import type { WebhookFact } from '@payorch/connector-kit';
import { registry } from '@payorch/connectors';
import type { MerchantConnectorId } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import { createHmac } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { AuthorizeCommand } from '../../test/builders';
import { webhookSecret } from '../../test/builders';
import { wirePayment, wireRefund } from '../../test/processor';
import type { Worker } from '../../test/worker';
import { startWorker, withCredentials, workerDatabase } from '../../test/worker';
import { factsOf } from '../operations/commands/call-command';
import type { WebhookCommand } from './receive-webhook';
import { changesOf } from './webhook-finding';

const none = { reports: [], waited: [] };

describe("a processor's webhook", () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;

  beforeAll(async () => void ({ database, drop } = await workerDatabase()));
  afterAll(() => drop());
  beforeEach(async () => void (worker = await startWorker(database, { callTimeoutMs: 200 })));
  afterEach(() => worker.stop());

  const webhook = (body: string, secret = webhookSecret): WebhookCommand => {
    const { shop } = worker;
    const seconds = Math.floor(Date.now() / 1_000);
    const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    return {
      webhookId: 'wh_1',
      merchantId: shop.merchantId,
      account: shop.account,
      receivedAt: new Date().toISOString(),
      headers: { 'X-Test-Signature': `t=${seconds},v1=${hex}` },
      query: {},
      bodyBase64: Buffer.from(body).toString('base64'),
    };
  };
  const forUnknownAccount = (command: WebhookCommand): WebhookCommand => ({
    ...command,
    account: { ...command.account, merchantConnectorId: newId<MerchantConnectorId>('mca') },
  });
  const succeeded = ({ operationId }: AuthorizeCommand, id = 'evt_1', overrides = {}) =>
    JSON.stringify({ id, type: 'payment.succeeded', data: wirePayment(operationId, overrides) });

  const lost = async (): Promise<AuthorizeCommand> => {
    const data = worker.shop.authorize();
    worker.processor.onPayment = (_call, response) => void response.destroy();
    await worker.runner.run({ flow: 'authorize', data }, 1);
    return data;
  };

  it('a webhook settles an unknown call by our operation id', async () => {
    const data = await lost();
    const received = await worker.webhooks.receive(webhook(succeeded(data)), 1);
    expect(received).toMatchObject({
      verdict: 'verified',
      eventId: 'evt_1',
      reports: [{ source: 'webhook', outcome: { kind: 'captured' }, operation: { state: 'answered' } }],
    });
    expect((await worker.runner.run({ flow: 'authorize', data }, 1)).outcome.kind).toBe('captured');
  });

  it('a webhook before the answer of the same call determines the outcome', async () => {
    const data = worker.shop.authorize();
    worker.processor.onPayment = async (_call, response) => {
      await worker.webhooks.receive(webhook(succeeded(data)), 1);
      response.destroy();
    };
    expect((await worker.runner.run({ flow: 'authorize', data }, 1)).outcome.kind).toBe('captured');
  });

  it('a webhook of the account settles a call with inline credentials', async () => {
    const { shop, processor, runner } = worker;
    const account = withCredentials(worker);
    const data = shop.authorize({ account });
    processor.onPayment = (_call, response) => void response.destroy();
    await runner.run({ flow: 'authorize', data }, 1);
    const { reports } = await worker.webhooks.receive(webhook(succeeded(data, 'evt_inline')), 1);
    expect(reports).toMatchObject([{ outcome: { kind: 'captured' }, operation: { account, state: 'answered' } }]);
    expect(processor.payments.at(-1)?.headers['authorization']).toContain('sk_of_the_request');
  });

  it('a redelivered webhook counts once', async () => {
    const data = await lost();
    const incoming = webhook(succeeded(data, 'evt_2'));
    const { reports } = await worker.webhooks.receive(incoming, 1);
    expect(reports).toHaveLength(1);
    const event = {
      eventId: 'evt_2',
      webhookId: 'wh_1',
      changed: changesOf({ reports, mandates: [], disputes: { reports: [], waited: [] } }),
    };
    await worker.rows.saveEvent(worker.shop.merchantId, worker.shop.account.merchantConnectorId, event);
    expect(await worker.webhooks.receive(incoming, 1)).toEqual({
      verdict: 'verified',
      reports: [],
      mandates: [],
      disputes: none,
      eventId: null,
      known: event,
    });
  });

  it('a webhook with another amount than requested is mismatched', async () => {
    const data = await lost();
    const { reports } = await worker.webhooks.receive(webhook(succeeded(data, 'evt_3', { amount_received: 1 })), 1);
    expect(reports[0]?.outcome).toMatchObject({ kind: 'mismatched', money: { amount: 1n } });
  });

  it.each([
    ['another secret', (body: string) => webhook(body, 'another')],
    ['no signature', (body: string) => ({ ...webhook(body), headers: {} })],
    [
      'a stale time',
      (body: string) => ({ ...webhook(body), receivedAt: new Date(Date.now() - 3_600_000).toISOString() }),
    ],
    ['an unknown account', (body: string) => forUnknownAccount(webhook(body))],
    [
      'a changed body',
      (body: string) => ({ ...webhook(body), bodyBase64: Buffer.from(`${body} `).toString('base64') }),
    ],
  ])('a webhook with %s is refused and changes nothing', async (_, forged) => {
    const data = await lost();
    const received = await worker.webhooks.receive(forged(succeeded(data)), 1);
    expect(received).toEqual({ verdict: 'refused', reports: [], mandates: [], disputes: none, eventId: null });
    expect(await worker.rows.load(data.merchantId, data.operationId)).toMatchObject({ state: 'unknown' });
  });

  it('a verified webhook may be unreadable or name no operation of ours', async () => {
    expect(await worker.webhooks.receive(webhook('{}'), 1)).toMatchObject({ verdict: 'unreadable', reports: [] });
    const foreign = JSON.stringify({
      id: 'evt_4',
      type: 'payment.succeeded',
      data: wirePayment('op_of_another_system'),
    });
    expect(await worker.webhooks.receive(webhook(foreign), 1)).toMatchObject({ verdict: 'verified', reports: [] });
  });

  describe('of a refund', () => {
    const refunded = (operationId: string, type = 'refund.succeeded', overrides = {}) =>
      JSON.stringify({ id: `evt_of_${operationId}`, type, data: wireRefund(operationId, overrides) });
    const lostRefund = async () => {
      const data = worker.shop.refund();
      worker.processor.onPayment = (_call, response) => void response.destroy();
      await worker.runner.run({ flow: 'refund', data }, 1);
      return data;
    };

    it('a webhook settles an unknown refund by our operation id', async () => {
      const data = await lostRefund();
      const received = await worker.webhooks.receive(webhook(refunded(data.operationId)), 1);
      expect(received).toMatchObject({
        verdict: 'verified',
        reports: [
          {
            source: 'webhook',
            messageId: `webhook:${data.account.merchantConnectorId}:evt_of_${data.operationId}:${data.operationId}`,
            outcome: { kind: 'refunded', money: data.money },
            operation: { flow: 'refund', refund: { refundId: data.refundId }, state: 'answered' },
          },
        ],
      });
      expect((await worker.runner.run({ flow: 'refund', data }, 1)).outcome.kind).toBe('refunded');
    });

    it("a late failure, found by the processor's id, is reported and does not replace the stored outcome", async () => {
      const data = await lostRefund();
      await worker.webhooks.receive(webhook(refunded(data.operationId)), 1);
      const failed = refunded(data.operationId, 'refund.failed', { status: 'failed', reference: null });
      const { reports } = await worker.webhooks.receive(webhook(failed), 1);
      expect(reports).toMatchObject([{ outcome: { kind: 'declined' }, operation: { outcome: { kind: 'refunded' } } }]);
    });

    it('a refund webhook does not change a payment, nor a payment webhook a refund', async () => {
      const payment = await lost();
      const data = await lostRefund();
      expect(await worker.webhooks.receive(webhook(refunded(payment.operationId)), 1)).toMatchObject({ reports: [] });
      const event = JSON.stringify({ id: 'evt_5', type: 'payment.succeeded', data: wirePayment(data.operationId) });
      expect(await worker.webhooks.receive(webhook(event), 1)).toMatchObject({ verdict: 'verified', reports: [] });
    });

    it("a refund webhook with another account's signature is refused and changes nothing", async () => {
      const data = await lostRefund();
      const received = await worker.webhooks.receive(webhook(refunded(data.operationId), 'another'), 1);
      expect(received).toEqual({ verdict: 'refused', reports: [], mandates: [], disputes: none, eventId: null });
      expect(await worker.rows.load(data.merchantId, data.operationId)).toMatchObject({ state: 'unknown' });
    });
  });

  it('a webhook with several facts reports each operation once', async () => {
    const facts: WebhookFact[] = [];
    const event = { kind: 'event', event: { eventId: 'evt_6', facts } } as const;
    const webhooks = { mayBeGenuine: () => true, verifyWebhook: () => true, parseWebhook: () => event };
    const multiFactWorker = await startWorker(database, { connector: { ...registry.stripe_test, webhooks } });
    const data = multiFactWorker.shop.authorize();
    const refund = multiFactWorker.shop.refund();
    await multiFactWorker.log.claim(factsOf({ flow: 'authorize', data }));
    await multiFactWorker.log.claim(factsOf({ flow: 'refund', data: refund }));
    const ofPayment = (kind: 'captured' | 'authorized'): WebhookFact => ({
      flow: 'authorize',
      reference: 'pay_1',
      operationIds: [data.operationId],
      outcomeOf: () => ({ kind, reference: 'pay_1', money: data.money }),
    });
    facts.push(ofPayment('captured'), ofPayment('authorized'), {
      flow: 'refund',
      reference: 'ref_1',
      operationIds: [refund.operationId],
      outcomeOf: ({ money, paymentReference }) => ({ kind: 'refunded', reference: paymentReference, money }),
    });
    const { merchantId, account } = multiFactWorker.shop;
    const { reports } = await multiFactWorker.webhooks.receive({ ...webhook('{}'), merchantId, account }, 1);
    const published = reports.map(({ operation, outcome }) => [operation.operationId, outcome.kind]);
    expect(new Map(published as [string, string][])).toEqual(
      new Map([
        [data.operationId, 'captured'],
        [refund.operationId, 'refunded'],
      ]),
    );
    expect(reports).toHaveLength(2);
    await multiFactWorker.stop();
  });
});
