import { testDataKeys } from '@payorch/harness';
import { isRefusal } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace, type GatewayDatabase, seals } from '../../test/gateway-database';
import { DataKeyRepository } from '../data-keys';
import { FileRepository } from '../files';
import { IdempotencyKeyRepository } from '../idempotency';
import { ProcessorWebhookRepository } from '../processor-webhooks';
import { DataKeyChanges } from './data-key-changes';

const acme = 'acme' as MerchantId;

describe('data keys of a merchant', () => {
  let gateway: GatewayDatabase;
  let services: ReturnType<typeof accountServices>;
  let changes: DataKeyChanges;
  const forget = jest.fn();

  beforeAll(async () => {
    gateway = await gatewayDatabase();
    services = accountServices(gateway.database);
    const { settings } = services.rewrapParts;
    changes = new DataKeyChanges(
      settings,
      new DataKeyRepository(),
      new ProcessorWebhookRepository(seals),
      new IdempotencyKeyRepository(),
      new FileRepository(seals),
      testDataKeys(),
      { forget },
    );
    await services.merchants.create({ merchant_id: acme }, testTrace);
  });
  afterAll(() => gateway.close());

  /** The versions that the last message of a merchant publishes, and the versions that are stored. */
  const versionsOf = async (merchantId: MerchantId) => {
    const rows = await gateway.database.read([merchantId], (sql) => new DataKeyRepository().find(sql, merchantId));
    const published = services.producer.sent.flatMap(({ value }) => {
      const data = JSON.parse(value.toString()) as { merchantId?: string; keys?: { version: number }[] };
      return data.merchantId === merchantId && data.keys ? [data.keys.map(({ version }) => version)] : [];
    });
    return { stored: rows.map(({ version }) => version), published: published.at(-1) };
  };
  const make = async (merchantId = acme) => {
    const made = await changes.create(merchantId, testTrace);
    await services.relay.publish();
    return made;
  };
  const remove = async (version: number, merchantId = acme) => {
    const removed = await changes.delete(merchantId, version, testTrace);
    await services.relay.publish();
    return removed;
  };
  const codeOf = (result: unknown) => (isRefusal(result) ? result.code : result);

  it('a new key is stored and published beside the older ones, and forgotten by the cache', async () => {
    expect(await make()).toBe(2);
    expect(await make()).toBe(3);
    expect(await versionsOf(acme)).toEqual({ stored: [0, 1, 2, 3], published: [0, 1, 2, 3] });
    expect(forget).toHaveBeenLastCalledWith(acme);
  });

  it('two concurrent requests make two keys', async () => {
    const merchantId = 'both' as MerchantId;
    await services.merchants.create({ merchant_id: merchantId }, testTrace);
    expect((await Promise.all([make(merchantId), make(merchantId)])).sort()).toEqual([2, 3]);
    expect((await versionsOf(merchantId)).published).toEqual([0, 1, 2, 3]);
  });

  it('an older key is deleted; the lookup key, the current key and unknown keys are not', async () => {
    expect([codeOf(await remove(0)), codeOf(await remove(3)), codeOf(await remove(9))]).toEqual([
      ...['precondition_failed', 'precondition_failed', 'data_key_not_found'],
    ]);
    expect(await remove(1)).toBe(1);
    expect(await versionsOf(acme)).toEqual({ stored: [0, 2, 3], published: [0, 2, 3] });
    expect(codeOf(await remove(1))).toBe('data_key_not_found');
    expect(await make()).toBe(4);
  });

  it('a key that seals an unapplied processor webhook stays', async () => {
    const insert = (id: string, sealed: string, verdict: string | null) =>
      gateway.database.change([acme], (sql) =>
        sql.query(
          `INSERT INTO processor_webhooks (merchant_id, webhook_id, merchant_connector_id, connector_name, dedupe_key,
             headers, query, sealed_body, verdict, next_attempt_at)
           VALUES ($1, $2, 'mca_1', 'stripe', $2, '{}', '{}', $3, $4, now())`,
          [acme, id, sealed, verdict],
        ),
      );
    await insert('w1', 'd1.2.x', null);
    await insert('w2', 'd1.3.x', 'verified');
    await insert('w3', 'd1.22.x', null);
    expect(codeOf(await remove(2))).toBe('precondition_failed');
    expect(await remove(3)).toBe(3);
  });

  it('a key that seals a stored response stays', async () => {
    const version = (await make()) as number;
    await make();
    const store = (sealed: string | null) =>
      gateway.database.change([acme], (sql) =>
        sql.query(
          `INSERT INTO idempotency_keys (merchant_id, route, idempotency_key, request_digest, command_id, leased_until, sealed_response)
           VALUES ($1, 'POST /payments', 'k1', '\\x00', 'c1', now(), $2)
           ON CONFLICT (merchant_id, route, idempotency_key) DO UPDATE SET sealed_response = excluded.sealed_response`,
          [acme, sealed],
        ),
      );
    await store(`d1.${version}.x`);
    expect(codeOf(await remove(version))).toBe('precondition_failed');
    await store(`d1.${version + 1}.x`);
    expect(await remove(version)).toBe(version);
  });

  it('an unknown merchant has none; a deleted one still gets keys, since its payments stay', async () => {
    expect(codeOf(await make('unknown_merchant' as MerchantId))).toBe('merchant_not_found');
    expect(codeOf(await remove(1, 'unknown_merchant' as MerchantId))).toBe('merchant_not_found');
    expect(codeOf(await make('not an id' as MerchantId))).toBe('merchant_not_found');
    const gone = 'gone' as MerchantId;
    await services.merchants.create({ merchant_id: gone }, testTrace);
    await services.closing.close(gone, testTrace);
    expect(await make(gone)).toBe(2);
    expect(await remove(1, gone)).toBe(1);
    expect(await versionsOf(gone)).toEqual({ stored: [0, 2], published: [0, 2] });
  });
});
