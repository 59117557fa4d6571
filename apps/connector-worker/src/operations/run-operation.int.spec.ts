import type { DataSource } from 'typeorm';
import { cardNumber } from '../../test/builders';
import { charges, json, wirePayment, wireRefund } from '../../test/processor';
import type { Worker } from '../../test/worker';
import { enableRetries, startWorker, workerDatabase } from '../../test/worker';
import { purposes } from '../sealed/purposes';
import { factsOf } from './commands/call-command';

describe('an operation', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;

  beforeAll(async () => void ({ database, drop } = await workerDatabase()));
  afterAll(() => drop());
  beforeEach(async () => void (worker = await startWorker(database, { callTimeoutMs: 300 })));
  afterEach(() => worker.stop());

  const authorize = (data = worker.shop.authorize()) => ({ flow: 'authorize', data }) as const;

  it('an operation is sent with decrypted data and with the URLs of its account', async () => {
    const { shop, processor, vault, runner } = worker;
    const card = shop.card('stored');
    vault.cvcs.set(card.reference, shop.keys.seal('737', card.reference, shop.merchantId, purposes.cardCvc));
    const command = authorize(shop.authorize({ card }));
    const report = await runner.run(command, 1);
    expect(report).toMatchObject({
      messageId: `${command.data.operationId}:call`,
      source: 'call',
      outcome: { kind: 'captured', money: command.data.money },
      operation: { state: 'answered', sentAt: expect.any(Date) as Date },
    });
    expect(processor.calls).toHaveLength(1);
    expect(processor.calls[0]).toMatchObject({
      path: '/dummy-connector/payment',
      headers: { authorization: 'sk_test', 'x-operation-id': command.data.operationId },
      body: {
        payment_method_data: { card: { number: cardNumber, cvc: '737' } },
        return_url: 'https://switch.example/redirect/stripe_test',
        webhook_url: `https://switch.example/webhooks/${shop.merchantId}/${shop.account.merchantConnectorId}`,
      },
    });
  });

  it('an operation that is redelivered makes one call and returns the same outcome', async () => {
    const command = authorize();
    const first = await worker.runner.run(command, 1);
    const again = await worker.runner.run(command, 1);
    expect(worker.processor.calls).toHaveLength(1);
    expect(again).toEqual({ ...first, operation: again.operation, isRepeated: true });
  });

  it('an operation that is delivered twice at once makes one call', async () => {
    await worker.stop();
    worker = await startWorker(database, { callTimeoutMs: 10_000 });
    const command = authorize();
    // The processor answers after the later delivery has returned.
    const deliveries: Promise<unknown>[] = [];
    worker.processor.onPayment = async (call, response) => {
      await Promise.race(deliveries);
      charges(call, response);
    };
    const both = [worker.runner.run(command, 1), worker.runner.run(command, 1)];
    deliveries.push(...both);
    const reports = await Promise.all(both);
    expect(worker.processor.calls).toHaveLength(1);
    expect(reports.map(({ outcome }) => outcome.kind).sort()).toEqual(['captured', 'unknown']);
    const ids = reports.map(({ messageId }) => messageId.split(':')[1]).sort();
    expect(ids).toEqual(['call', 'lost']);
    expect(await worker.rows.load(command.data.merchantId, command.data.operationId)).toMatchObject({
      outcome: { kind: 'captured' },
    });
  });

  it('an operation whose worker died after the claim is unknown, and never sent again', async () => {
    const command = authorize();
    await worker.log.claim(factsOf(command));
    for (let delivery = 0; delivery < 3; delivery++) {
      const report = await worker.runner.run(command, 1);
      expect(report.outcome).toMatchObject({ kind: 'unknown', error: { code: 'SENT_BEFORE' } });
    }
    expect(worker.processor.calls).toHaveLength(0);
  });

  it('an operation of a paused worker with a stale claim is not sent', async () => {
    const stale = await startWorker(database, { leaseMs: -1 });
    const report = await stale.runner.run(authorize(stale.shop.authorize()), 1);
    expect(report.outcome).toMatchObject({ kind: 'unknown', error: { code: 'CLAIM_STALE' } });
    expect(stale.processor.calls).toHaveLength(0);
    await stale.stop();
  });

  it.each([
    ['hangs', () => undefined, 'TIMEOUT'],
    ['hangs up', (response: import('node:http').ServerResponse) => void response.destroy(), 'CONNECTION_LOST'],
    ['fails', (response: import('node:http').ServerResponse) => json(response, 500, {}), 'HTTP_500'],
    [
      'answers nonsense',
      (response: import('node:http').ServerResponse) => json(response, 200, []),
      'UNREADABLE_ANSWER',
    ],
  ])('an operation is unknown if the processor %s', async (_, answer, code) => {
    worker.processor.onPayment = (_call, response) => answer(response);
    const command = authorize();
    const { outcome, operation } = await worker.runner.run(command, 1);
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code } });
    expect(operation.state).toBe('unknown');
    expect((await worker.runner.run(command, 1)).outcome).toEqual(outcome);
    expect(worker.processor.calls).toHaveLength(1);
  });

  it('an operation fails definitely if the connection is refused, and another account may take it', async () => {
    await worker.processor.stop();
    const { outcome } = await worker.runner.run(authorize(), 1);
    expect(outcome).toMatchObject({
      kind: 'not_sent',
      error: { code: 'CONNECTION_REFUSED' },
      retry: 'another_account',
    });
  });

  it.each([
    ['whose CVC is lost', () => worker.shop.authorize({ card: worker.shop.card('stored') }), 'CVC_LOST'],
    [
      'that comes after notAfter',
      () => worker.shop.authorize({ notAfter: new Date(0).toISOString() }),
      'EXPIRED_BEFORE_SEND',
    ],
    [
      'whose card is of another merchant',
      () => worker.shop.authorize({ card: { ...worker.shop.card(), reference: 'card_of_another' as never } }),
      'CARD_UNREADABLE',
    ],
    [
      'whose account is deleted',
      () => worker.shop.authorize({ account: { ...worker.shop.account, merchantConnectorId: 'mca_gone' as never } }),
      'NO_ACCOUNT',
    ],
  ])('an operation %s fails definitely before anything is sent', async (_, data, code) => {
    const { outcome } = await worker.runner.run(authorize(data()), 1);
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code }, retry: 'never' });
    expect(worker.processor.calls).toHaveLength(0);
  });

  it('an operation waits for the settings version of its sender, and leaves no row if it does not arrive', async () => {
    const command = authorize();
    await expect(worker.runner.run(command, 2)).rejects.toThrow('not yet at version 2');
    expect(await worker.rows.load(command.data.merchantId, command.data.operationId)).toBeNull();
  });

  it('the CVC is retained only for the next account of the route', async () => {
    const busy = 'Payment declined: Internal Server Error from Connector, Please try again later';
    const { shop, vault, processor, runner } = worker;
    const run = async (message: string, fallbacks = [shop.account]) => {
      const card = shop.card('stored');
      vault.cvcs.set(card.reference, shop.keys.seal('737', card.reference, shop.merchantId, purposes.cardCvc));
      processor.onPayment = (_call, response) =>
        json(response, 400, { error: { type: 'invalid_request', message, code: 'DC_08' } });
      await runner.run(authorize(shop.authorize({ card, fallbacks })), 1);
      return vault.cvcs.has(card.reference);
    };
    expect(await run(busy)).toBe(false);
    enableRetries(worker);
    expect(await run(busy)).toBe(true);
    expect(await run(busy, [])).toBe(false);
    expect(await run('Payment declined: Stolen card')).toBe(false);
  });

  it('a capture and a void are sent by the reference of the processor', async () => {
    const { shop, processor, runner } = worker;
    const { card: _card, fallbacks: _fallbacks, ...rest } = shop.authorize();
    const { operationId, merchantId, profileId, paymentId, attemptId, account, money } = rest;
    const about = { operationId, merchantId, profileId, paymentId, attemptId, account, reference: 'pay_1' };
    const capture = await runner.run({ flow: 'capture', data: { ...about, money, authorized: money } }, 1);
    expect(capture.outcome).toMatchObject({ kind: 'captured', money });
    expect(processor.calls[0]).toMatchObject({
      path: '/dummy-connector/payments/pay_1/capture',
      body: { amount: 6540 },
    });
    processor.onPayment = ({ body }, response) =>
      json(response, 200, wirePayment(String(body['reference']), { status: 'voided' }));
    const voiding = { ...about, operationId: shop.authorize().operationId, reason: null };
    const voided = await runner.run({ flow: 'void', data: voiding }, 1);
    expect(voided.outcome).toMatchObject({ kind: 'voided' });
    expect(processor.calls[1]?.path).toBe('/dummy-connector/payments/pay_1/void');
  });

  it('a refund is sent once, and its row has the refund id and the reference', async () => {
    const { shop, processor, runner, rows } = worker;
    processor.onPayment = ({ body }, response) => json(response, 200, wireRefund(String(body['reference'])));
    const data = shop.refund();
    const report = await runner.run({ flow: 'refund', data }, 1);
    const reference = `ref_of_${data.operationId}`;
    expect(report).toMatchObject({
      messageId: `${data.operationId}:call`,
      outcome: { kind: 'refunded', reference, money: data.money },
      operation: { flow: 'refund', reference, state: 'answered' },
    });
    expect(processor.calls[0]).toMatchObject({
      path: `/dummy-connector/${data.reference}/refund`,
      body: { amount: 2540, reference: data.operationId },
    });
    const refund = { refundId: data.refundId, paymentReference: data.reference };
    expect(await rows.load(data.merchantId, data.operationId)).toMatchObject({ flow: 'refund', refund, reference });
    expect((await runner.run({ flow: 'refund', data }, 1)).outcome).toEqual(report.outcome);
    expect(processor.calls).toHaveLength(1);
  });

  it('a refund whose answer is lost is unknown, and not sent again', async () => {
    const { shop, processor, runner } = worker;
    processor.onPayment = (_call, response) => void response.destroy();
    const data = shop.refund();
    for (let delivery = 0; delivery < 2; delivery++)
      expect((await runner.run({ flow: 'refund', data }, 1)).outcome).toMatchObject({ kind: 'unknown' });
    expect(processor.calls).toHaveLength(1);
  });

  it('a refund whose command comes too late is forbidden', async () => {
    const data = worker.shop.refund();
    const forbidden = await worker.runner.forbid({ flow: 'refund', data });
    expect(forbidden.outcome).toMatchObject({ kind: 'not_sent', error: { code: 'NEVER_SENT' } });
    expect((await worker.runner.run({ flow: 'refund', data }, 1)).outcome).toEqual(forbidden.outcome);
    expect(worker.processor.calls).toHaveLength(0);
  });

  it('an operation that the connector does not support is not sent', async () => {
    const { money, operationId, merchantId, profileId, paymentId, attemptId, account } = worker.shop.authorize();
    const about = { operationId, merchantId, profileId, paymentId, attemptId, account, reference: 'pay_1' };
    const data = { ...about, money, authorized: money, reason: null };
    const { outcome, operation } = await worker.runner.run({ flow: 'increment', data }, 1);
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'FLOW_NOT_SUPPORTED' } });
    expect(operation).toMatchObject({ flow: 'increment', refund: null, reference: 'pay_1' });
  });
});
