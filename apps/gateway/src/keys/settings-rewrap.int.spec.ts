import { randomBytes } from 'node:crypto';
import type { MerchantId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { SettingsBox } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace, type GatewayDatabase } from '../../test/gateway-database';
import { responsePlace } from '../idempotency/response-seals';
import { SettingsSealsRepository } from './persistence/settings-seals.repository';
import { SettingsRewrap } from './settings-rewrap';

const aKey = (kid: string) => ({ kid, key: randomBytes(32).toString('base64') });
const listOf = (...keys: object[]): Secret => new Secret(JSON.stringify(keys));
const [older, newer] = [aKey('older'), aKey('newer')];
const merchantId = 'merchant_1' as MerchantId;
const answered = { merchantId, route: 'POST /payments', key: 'key-1' };

describe('a new settings key', () => {
  let gateway: GatewayDatabase;
  const box = new SettingsBox(listOf(older));
  const waiting = jest.fn();

  beforeAll(async () => {
    gateway = await gatewayDatabase();
  });
  afterAll(() => gateway.close());

  const everySeal = async (): Promise<string[]> => {
    const rows = await gateway.database.read('every', (sql) =>
      sql.query<{ seal: string }>(
        `SELECT sealed_secrets AS seal FROM merchant_accounts
         UNION ALL SELECT sealed_response_hash_key FROM profiles
         UNION ALL SELECT sealed_webhook_headers FROM profiles
         UNION ALL SELECT gateway_webhook_secrets FROM merchant_connector_accounts
         UNION ALL SELECT sealed_response FROM idempotency_keys`,
      ),
    );
    return rows.map(({ seal }) => seal).filter((seal) => seal !== null);
  };

  it('every sealed value moves to the new key and opens, and the services receive it', async () => {
    const services = accountServices(gateway.database, box);
    await services.merchants.create({ merchant_id: merchantId }, testTrace);
    const [profile] = await services.profiles.list(merchantId);
    const headers = { 'x-shop': 'one' };
    await services.profiles.update(
      merchantId,
      profile!.profileId,
      { outgoing_webhook_custom_http_headers: headers },
      testTrace,
    );
    await services.connectors.create(
      merchantId,
      {
        connector_type: 'payment_processor',
        connector_name: 'stripe_test',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'k' },
        connector_webhook_details: { merchant_secret: 'whsec_1' },
      },
      testTrace,
    );
    const answer = box.seal('{"status":200}', responsePlace(answered));
    await gateway.database.change([merchantId], (sql) =>
      sql.query(
        `INSERT INTO idempotency_keys (merchant_id, route, idempotency_key, request_digest, command_id, leased_until, sealed_response)
         VALUES ($1, $2, $3, '\\x00', 'c1', now(), $4)`,
        [merchantId, answered.route, answered.key, answer],
      ),
    );
    const rewrap = new SettingsRewrap({
      ...services.rewrapParts,
      database: gateway.database,
      seals: new SettingsSealsRepository(),
      box,
      logger: silentLogger,
      metrics: { setSealsWaiting: waiting },
      everyMs: 60_000,
    });
    await rewrap.round();
    expect(waiting.mock.calls).toEqual([['settings', 'older', 0]]);

    box.replaceKeys(listOf(newer, older));
    const before = services.producer.sent.length;
    await rewrap.round();
    await services.relay.publish();

    expect(waiting.mock.calls.at(-1)).toEqual(['settings', 'newer', 0]);
    const seals = await everySeal();
    expect(seals.length).toBeGreaterThanOrEqual(5);
    expect(seals.filter((seal) => !seal.startsWith('v1.newer.'))).toEqual([]);
    expect(services.producer.sent.length).toBeGreaterThan(before);

    box.replaceKeys(listOf(newer));
    const stored = await services.profiles.retrieve(merchantId, profile!.profileId);
    expect(stored.secrets.outgoing_webhook_custom_http_headers).toEqual(headers);
    const [row] = await gateway.database.read('every', (sql) =>
      sql.query<{ sealed_response: string }>('SELECT sealed_response FROM idempotency_keys'),
    );
    expect(box.open(row!.sealed_response, responsePlace(answered))).toBe('{"status":200}');
  });
});
