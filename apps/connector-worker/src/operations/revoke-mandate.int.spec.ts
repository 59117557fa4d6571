import { registry } from '@payorch/connectors';
import type { operationCommands, DataOf } from '@payorch/contracts';
import type { DataSource } from 'typeorm';
import { json } from '../../test/processor';
import type { Worker } from '../../test/worker';
import { startWorker, workerDatabase } from '../../test/worker';

describe('the revocation of a mandate', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;
  let data: DataOf<typeof operationCommands.revoke_mandate>;

  beforeAll(async () => void ({ database, drop } = await workerDatabase()));
  afterAll(() => drop());
  beforeEach(async () => {
    worker = await startWorker(database);
    const { operationId, merchantId, profileId, paymentId, attemptId, account } = worker.shop.authorize();
    const ids = { operationId, merchantId, profileId, paymentId, attemptId, mandateId: 'man_1' };
    data = { ...ids, account, reference: 'pm_1' };
  });
  afterEach(() => worker.stop());

  it('is not sent where the connector has no such operation, and its row names the mandate', async () => {
    const { outcome } = await worker.runner.run({ flow: 'revoke_mandate', data }, 1);
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'FLOW_NOT_SUPPORTED' } });
    expect(worker.processor.calls).toHaveLength(0);
    expect(await worker.rows.load(data.merchantId, data.operationId)).toMatchObject({
      flow: 'revoke_mandate',
      mandateId: 'man_1',
      money: null,
      refund: null,
    });
  });

  it('that no worker has begun is forbidden by a sync: the command that comes late sends nothing', async () => {
    const report = await worker.sync.run({ ...data, round: 1 }, 1);
    expect(report).toMatchObject({ source: 'sync', operation: { flow: 'revoke_mandate', state: 'never' } });
    expect((await worker.runner.run({ flow: 'revoke_mandate', data }, 1)).outcome.kind).toBe('not_sent');
    expect(worker.processor.payments).toHaveLength(0);
  });

  it('whose answer is lost is sent again under its key, and a sync settles it', async () => {
    const atStripe = await startWorker(database, { connector: registry.stripe });
    const run = async () => (await atStripe.runner.run({ flow: 'revoke_mandate', data }, undefined)).outcome;
    atStripe.processor.onPayment = (_call, response) => void response.destroy();
    for (let delivery = 0; delivery < 2; delivery++) expect((await run()).kind).toBe('unknown');
    const { payments } = atStripe.processor;
    expect(new Set(payments.map(({ path, headers }) => `${path} ${String(headers['idempotency-key'])}`))).toEqual(
      new Set([`/dummy-connector/v1/payment_methods/pm_1/detach ${data.operationId}`]),
    );
    const method = { id: 'pm_1', object: 'payment_method', customer: null };
    atStripe.processor.onLookup = (_call, response) => json(response, 200, method);
    const synced = await atStripe.sync.run({ ...data, round: 1 }, undefined);
    expect(synced).toMatchObject({
      outcome: { kind: 'revoked', reference: 'pm_1' },
      messageId: `${data.operationId}:sync:1`,
    });
    expect((await run()).kind).toBe('revoked');
    await atStripe.stop();
  });
});
