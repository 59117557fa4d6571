import { testSchema } from '@payorch/harness';
import type { MerchantId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { openDatabase } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import { accountServices } from '../test/accounts';
import { gatewayDatabase, testBox, testTrace, type GatewayDatabase } from '../test/gateway-database';
import { MerchantAccountRepository } from './accounts/persistence/merchant-account.repository';
import { ProfileRepository } from './accounts/persistence/profile.repository';
import { gatewaySchema } from './schema';

let open: GatewayDatabase;
beforeAll(async () => {
  open = await gatewayDatabase();
});
afterAll(() => open.close());

testSchema({
  schema: 'gateway',
  open: (url, migrations) =>
    openDatabase({
      ...gatewaySchema,
      ...(migrations === 'none' && { migrations: [] }),
      url: new Secret(url),
      logger: silentLogger,
    }),
});

describe('row-level security', () => {
  const mine = 'mine' as MerchantId;
  const foreign = 'foreign' as MerchantId;
  const tables = [
    ...['merchant_accounts', 'profiles', 'api_keys', 'merchant_connector_accounts', 'processor_webhooks'],
    ...['idempotency_keys', 'inline_credentials', 'routing_settings'],
  ];

  beforeAll(async () => {
    const { merchants } = accountServices(open.database);
    for (const merchant_id of [mine, foreign]) await merchants.create({ merchant_id }, testTrace);
  });

  it.each(tables)('row-level security is forced on %s', async (table) => {
    const [row] = await open.database.read('every', (sql) =>
      sql.query('SELECT relrowsecurity, relforcerowsecurity FROM pg_class WHERE oid = $1::regclass', [table]),
    );
    expect(row).toEqual({ relrowsecurity: true, relforcerowsecurity: true });
  });

  it('a transaction of one merchant sees no row of another', async () => {
    const seen = await open.database.read([mine], (sql) => sql.query('SELECT DISTINCT merchant_id FROM profiles'));
    expect(seen).toEqual([{ merchant_id: mine }]);
  });

  it('a row of another merchant cannot be inserted', async () =>
    expect(
      open.database.change([mine], (sql) =>
        sql.query(`INSERT INTO profiles (merchant_id, profile_id, profile_name, details) VALUES ($1, 'p', 'p', '{}')`, [
          foreign,
        ]),
      ),
    ).rejects.toThrow(/row-level security/));
});

it('details keep the order of their keys', async () => {
  const repository = new ProfileRepository(testBox());
  const [profile] = await open.database.read(['mine'], (sql) => repository.list(sql, 'mine' as MerchantId));
  expect(Object.keys(profile!.details.card_testing_guard_config)[0]).toBe('card_ip_blocking_status');
});

it('no secret of a merchant is stored in clear text', async () => {
  const { merchants } = accountServices(open.database);
  await merchants.create(
    {
      merchant_id: 'secretive',
      payment_response_hash_key: 'marked-hash',
      webhook_details: { webhook_password: 'marked-pw' },
    },
    testTrace,
  );
  const rows = await open.database.read('every', async (sql) => [
    await sql.query('SELECT * FROM merchant_accounts'),
    await sql.query('SELECT * FROM profiles'),
    await sql.query('SELECT * FROM outbox'),
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/marked-/);
  const stored = await open.database.read(['secretive'], (sql) =>
    new MerchantAccountRepository(testBox()).find(sql, 'secretive' as MerchantId),
  );
  expect(stored?.secrets).toMatchObject({ payment_response_hash_key: 'marked-hash', webhook_password: 'marked-pw' });
});
