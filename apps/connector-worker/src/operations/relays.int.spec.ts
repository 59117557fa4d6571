import { registry } from '@payorch/connectors';
import type { connectorRelay, DataOf } from '@payorch/contracts';
import { money, newId, newOperationId, type RelayId } from '@payorch/kernel';
import type { DataSource } from 'typeorm';
import { json } from '../../test/processor';
import type { Worker } from '../../test/worker';
import { startWorker, workerDatabase } from '../../test/worker';
import { outcomeMessage } from './outcome-message';
import { findNamed } from '../webhooks/find-named';
import { callOfRelay } from './commands/relay-call';

const usd = (amount: bigint) => money(amount, 'USD');
const cause = { messageId: 'msg_1', correlationId: 'req_1', traceparent: '', occurredAt: new Date() };

describe('the operation of a relay', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;

  beforeAll(async () => void ({ database, drop } = await workerDatabase()));
  afterAll(() => drop());
  beforeEach(async () => void (worker = await startWorker(database)));
  afterEach(() => worker.stop());

  const refundBy = ({ shop }: Worker): DataOf<typeof connectorRelay> => ({
    operationId: newOperationId(),
    merchantId: shop.merchantId,
    profileId: shop.profileId,
    relayId: newId<RelayId>('relay'),
    account: shop.account,
    reference: 'pay_of_another_system',
    operation: { type: 'refund', money: usd(2540n), reason: 'late' },
  });

  it('that the connector does not support is not sent, and its outcome goes to the relay', async () => {
    const operation = {
      type: 'incremental_authorization',
      money: usd(9_000n),
      additional: usd(1_000n).amount,
    } as const;
    const command = { ...refundBy(worker), operation };
    const report = await worker.runner.run(callOfRelay(command), 1);
    expect(report.outcome).toMatchObject({ kind: 'not_sent', error: { code: 'FLOW_NOT_SUPPORTED' } });
    expect(worker.processor.calls).toHaveLength(0);
    const { message, data } = outcomeMessage(report, cause, new Date());
    expect(message.type).toBe('connector.relay_outcome');
    expect(message.schema.safeParse(JSON.parse(JSON.stringify(data))).success).toBe(true);
    expect(data).toMatchObject({ relayId: command.relayId, source: 'call' });
    expect(await worker.rows.load(command.merchantId, command.operationId)).toMatchObject({
      flow: 'increment',
      relayId: command.relayId,
      paymentId: command.relayId,
      money: usd(9_000n),
    });
  });

  it('that no worker has begun is forbidden by a sync: the command that comes late sends nothing', async () => {
    const command = refundBy(worker);
    const report = await worker.sync.run({ ...command, connectorReference: null, round: 2 }, 1);
    expect(report).toMatchObject({
      messageId: `${command.operationId}:sync:2`,
      operation: { state: 'never', relayId: command.relayId, refund: { paymentReference: 'pay_of_another_system' } },
    });
    expect((await worker.runner.run(callOfRelay(command), 1)).outcome.kind).toBe('not_sent');
    expect(worker.processor.calls.filter(({ method }) => method !== 'GET')).toHaveLength(0);
  });

  it('whose answer is lost is sent again under its key only, and a sync settles it', async () => {
    const atStripe = await startWorker(database, { connector: registry.stripe });
    const command = refundBy(atStripe);
    const run = async () => (await atStripe.runner.run(callOfRelay(command), undefined)).outcome;
    atStripe.processor.onPayment = (_call, response) => void response.destroy();
    for (let delivery = 0; delivery < 2; delivery++) expect((await run()).kind).toBe('unknown');
    const keys = atStripe.processor.payments.map(({ headers }) => String(headers['idempotency-key']));
    expect([...new Set(keys)]).toEqual([command.operationId]);
    const refund = {
      id: 're_1',
      object: 'refund',
      status: 'succeeded',
      amount: 2540,
      currency: 'usd',
      payment_intent: command.reference,
      metadata: { operation_id: command.operationId },
    };
    atStripe.processor.onLookup = (_call, response) =>
      json(response, 200, { object: 'list', data: [refund], has_more: false });
    const synced = await atStripe.sync.run({ ...command, connectorReference: null, round: 3 }, undefined);
    expect(synced.outcome).toEqual({ kind: 'refunded', reference: 're_1', money: usd(2540n) });
    expect((await run()).kind).toBe('refunded');
    await atStripe.stop();
  });

  describe('that refunds without a charge', () => {
    const card = { number: '4242424242424242', expiryMonth: '10', expiryYear: '2035', holderName: 'Jo Doe' };

    const refundTo = (at: Worker, content: object = card): DataOf<typeof connectorRelay> => ({
      ...refundBy(at),
      reference: 'goodwill-17',
      operation: {
        type: 'unreferenced_refund',
        money: usd(2540n),
        customerId: 'cus_1',
        recipient: { maskedNumber: '424242******4242', expiryMonth: '10', expiryYear: '2035' },
        sealedRecipient: at.shop.methodData(content),
      },
    });
    const synced = (command: DataOf<typeof connectorRelay>) => ({
      ...command,
      connectorReference: null,
      round: 2,
      operation: { type: 'unreferenced_refund', money: usd(2540n) } as const,
    });

    it('is not sent at a connector that does not say so', async () => {
      const report = await worker.runner.run(callOfRelay(refundTo(worker)), 1);
      expect(report.outcome).toMatchObject({ kind: 'not_sent', error: { code: 'FLOW_NOT_SUPPORTED' } });
      expect(worker.processor.calls).toHaveLength(0);
    });

    it('is not sent with a card that does not open', async () => {
      const atAdyen = await startWorker(database, { connector: registry.adyen_test });
      const report = await atAdyen.runner.run(callOfRelay(refundTo(atAdyen, { number: 'none' })), 1);
      expect(report.outcome).toMatchObject({ kind: 'not_sent', error: { code: 'CARD_UNREADABLE' } });
      expect(atAdyen.processor.calls).toHaveLength(0);
      await atAdyen.stop();
    });

    it('is sent once, and never again after a lost answer: a sync settles it', async () => {
      const atAdyen = await startWorker(database, { connector: registry.adyen_test });
      const command = refundTo(atAdyen);
      atAdyen.processor.onPayment = (_call, response) => void response.destroy();
      for (let delivery = 0; delivery < 2; delivery++)
        expect((await atAdyen.runner.run(callOfRelay(command), 1)).outcome.kind).toBe('unknown');
      const calls = atAdyen.processor.calls.filter(({ method }) => method !== 'GET');
      expect(calls).toHaveLength(1);
      const { operationId } = command;
      const refund = {
        id: 'dummy_ref_1',
        status: 'succeeded',
        refund_amount: 2540,
        currency: 'USD',
        reference: operationId,
      };
      atAdyen.processor.onLookup = (_call, response) => json(response, 200, refund);
      const { outcome } = await atAdyen.sync.run(synced(command), 1);
      expect(outcome).toEqual({ kind: 'refunded', reference: 'dummy_ref_1', money: usd(2540n) });
      const row = await atAdyen.rows.load(command.merchantId, operationId);
      expect(row).toMatchObject({ flow: 'unreferenced_refund', relayId: command.relayId, refund: null });
      expect(
        JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      ).not.toContain(card.number);
      await atAdyen.stop();
    });

    it('and that no worker has begun is forbidden by a sync, which has no card', async () => {
      const atAdyen = await startWorker(database, { connector: registry.adyen_test });
      const command = refundTo(atAdyen);
      expect(await atAdyen.sync.run(synced(command), 1)).toMatchObject({
        operation: { state: 'never', flow: 'unreferenced_refund', relayId: command.relayId },
      });
      expect((await atAdyen.runner.run(callOfRelay(command), 1)).outcome.kind).toBe('not_sent');
      expect(atAdyen.processor.calls.filter(({ method }) => method !== 'GET')).toHaveLength(0);
      await atAdyen.stop();
    });
  });

  it('is none of the payments and refunds that an unsigned webhook names', async () => {
    const command = refundBy(worker);
    await worker.runner.run(callOfRelay(command), 1);
    const { merchantId, account, operationId } = command;
    const named = [{ reference: 'unknown', operationIds: [operationId] }];
    const ids = { idsOf: () => [account.merchantConnectorId] };
    expect(await findNamed(worker.rows, ids, { merchantId, account, named })).toEqual({ payments: [], refunds: [] });
  });
});
