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
import { startWorker, workerDatabase } from '../../test/worker';
import { factsOf } from '../operations/call-command';
import type { WebhookCommand } from './receive-webhook';

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
  const elsewhere = (command: WebhookCommand): WebhookCommand => ({
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

  it('settles a call of unknown fate, found by our own id', async () => {
    const data = await lost();
    const received = await worker.webhooks.receive(webhook(succeeded(data)), 1);
    expect(received).toMatchObject({
      verdict: 'verified',
      eventId: 'evt_1',
      reports: [{ source: 'webhook', outcome: { kind: 'captured' }, operation: { state: 'answered' } }],
    });
    expect((await worker.runner.run({ flow: 'authorize', data }, 1)).outcome.kind).toBe('captured');
  });

  it('before the answer of the same call leaves one truth', async () => {
    const data = worker.shop.authorize();
    worker.processor.onPayment = async (_call, response) => {
      await worker.webhooks.receive(webhook(succeeded(data)), 1);
      response.destroy();
    };
    expect((await worker.runner.run({ flow: 'authorize', data }, 1)).outcome.kind).toBe('captured');
  });

  it('counts once, however often it comes', async () => {
    const data = await lost();
    const incoming = webhook(succeeded(data, 'evt_2'));
    const { reports } = await worker.webhooks.receive(incoming, 1);
    expect(reports).toHaveLength(1);
    await worker.rows.saveEvent(worker.shop.merchantId, worker.shop.account.merchantConnectorId, 'evt_2');
    expect(await worker.webhooks.receive(incoming, 1)).toEqual({ verdict: 'verified', reports: [], eventId: null });
  });

  it('tells of another sum than asked without settling anything', async () => {
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
    ['an account that is not there', (body: string) => elsewhere(webhook(body))],
    [
      'a changed body',
      (body: string) => ({ ...webhook(body), bodyBase64: Buffer.from(`${body} `).toString('base64') }),
    ],
  ])('is refused with %s, and changes nothing', async (_, forged) => {
    const data = await lost();
    const received = await worker.webhooks.receive(forged(succeeded(data)), 1);
    expect(received).toEqual({ verdict: 'refused', reports: [], eventId: null });
    expect(await worker.rows.load(data.merchantId, data.operationId)).toMatchObject({ state: 'unknown' });
  });

  it('is unreadable, or about nothing of ours, only once it is verified', async () => {
    expect(await worker.webhooks.receive(webhook('{}'), 1)).toMatchObject({ verdict: 'unreadable', reports: [] });
    const stranger = JSON.stringify({ id: 'evt_4', type: 'payment.succeeded', data: wirePayment('op_of_a_stranger') });
    expect(await worker.webhooks.receive(webhook(stranger), 1)).toMatchObject({ verdict: 'verified', reports: [] });
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

    it('settles a refund of unknown fate, found by our own id', async () => {
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

    it("finds it by the processor's id too, and tells of a failure that comes late without forgetting what was said", async () => {
      const data = await lostRefund();
      await worker.webhooks.receive(webhook(refunded(data.operationId)), 1);
      const failed = refunded(data.operationId, 'refund.failed', { status: 'failed', reference: null });
      const { reports } = await worker.webhooks.receive(webhook(failed), 1);
      expect(reports).toMatchObject([{ outcome: { kind: 'declined' }, operation: { outcome: { kind: 'refunded' } } }]);
    });

    it('says nothing of the payment, and a payment nothing of it', async () => {
      const payment = await lost();
      const data = await lostRefund();
      expect(await worker.webhooks.receive(webhook(refunded(payment.operationId)), 1)).toMatchObject({ reports: [] });
      const event = JSON.stringify({ id: 'evt_5', type: 'payment.succeeded', data: wirePayment(data.operationId) });
      expect(await worker.webhooks.receive(webhook(event), 1)).toMatchObject({ verdict: 'verified', reports: [] });
    });

    it("is refused where its signature is not the account's, and changes nothing", async () => {
      const data = await lostRefund();
      const received = await worker.webhooks.receive(webhook(refunded(data.operationId), 'another'), 1);
      expect(received).toEqual({ verdict: 'refused', reports: [], eventId: null });
      expect(await worker.rows.load(data.merchantId, data.operationId)).toMatchObject({ state: 'unknown' });
    });
  });

  it('may speak of several operations at once, of each of them once', async () => {
    const facts: WebhookFact[] = [];
    const event = { kind: 'event', event: { eventId: 'evt_6', facts } } as const;
    const webhooks = { mayBeGenuine: () => true, verifyWebhook: () => true, parseWebhook: () => event };
    const telling = await startWorker(database, { connector: { ...registry.stripe_test, webhooks } });
    const data = telling.shop.authorize();
    const refund = telling.shop.refund();
    await telling.log.claim(factsOf({ flow: 'authorize', data }));
    await telling.log.claim(factsOf({ flow: 'refund', data: refund }));
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
    const { merchantId, account } = telling.shop;
    const { reports } = await telling.webhooks.receive({ ...webhook('{}'), merchantId, account }, 1);
    const told = reports.map(({ operation, outcome }) => [operation.operationId, outcome.kind]);
    expect(new Map(told as [string, string][])).toEqual(
      new Map([
        [data.operationId, 'captured'],
        [refund.operationId, 'refunded'],
      ]),
    );
    expect(reports).toHaveLength(2);
    await telling.stop();
  });
});
