import { registry } from '@payorch/connectors';
import type { connectorRelay, DataOf } from '@payorch/contracts';
import { money, newId, newOperationId, type RelayId } from '@payorch/kernel';
import type { DataSource } from 'typeorm';
import { json } from '../../test/processor';
import type { Worker } from '../../test/worker';
import { startWorker, workerDatabase } from '../../test/worker';
import { outcomeMessage } from '../messages/outcome-message';
import { findNamed } from '../webhooks/find-named';
import { callOfRelay } from './relay-call';

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
    ...{ operationId: newOperationId(), merchantId: shop.merchantId, profileId: shop.profileId },
    ...{ relayId: newId<RelayId>('relay'), account: shop.account, reference: 'pay_of_another_system' },
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
      ...{ flow: 'increment', relayId: command.relayId, paymentId: command.relayId, money: usd(9_000n) },
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
      ...{ id: 're_1', object: 'refund', status: 'succeeded', amount: 2540, currency: 'usd' },
      ...{ payment_intent: command.reference, metadata: { operation_id: command.operationId } },
    };
    atStripe.processor.onLookup = (_call, response) =>
      json(response, 200, { object: 'list', data: [refund], has_more: false });
    const synced = await atStripe.sync.run({ ...command, connectorReference: null, round: 3 }, undefined);
    expect(synced.outcome).toEqual({ kind: 'refunded', reference: 're_1', money: usd(2540n) });
    expect((await run()).kind).toBe('refunded');
    await atStripe.stop();
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
