import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import { refusalOf } from '../../test/refusal-of';

let db: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
beforeAll(async () => {
  db = await gatewayDatabase();
  services = accountServices(db.database);
});
afterAll(() => db.close());

/** The published settings of one type, in order. */
async function publishedOf(type: string): Promise<Record<string, unknown>[]> {
  await services.relay.publish();
  return services.producer.sent
    .filter((message) => message.headers['ce_type'] === type)
    .map((message) => JSON.parse(message.value.toString()) as Record<string, unknown>);
}

const key = 'max_auto_retries_enabled_acme';

describe('a config', () => {
  it('every change of a config is published', async () => {
    await services.configs.create({ key, value: '1' }, trace);
    expect(await refusalOf(services.configs.create({ key, value: '2' }, trace))).toBe('config_exists');
    expect(await services.configs.retrieve(key)).toEqual({ key, value: '1' });
    await services.configs.update({ key, value: '2' }, trace);
    expect(await services.configs.delete(key, trace)).toEqual({ key, value: '2' });
    for (const work of [
      services.configs.retrieve(key),
      services.configs.update({ key, value: '3' }, trace),
      services.configs.delete(key, trace),
    ]) {
      expect(await refusalOf(work)).toBe('config_not_found');
    }
    expect(await publishedOf('config.settings')).toMatchObject([
      { key, value: '1', deleted: false },
      { key, value: '2', deleted: false },
      { key, value: '2', deleted: true },
    ]);
  });

  it.each([[''], [`max_auto_retries_enabled_${'k'.repeat(256)}`]])('a key like %j is refused', async (wrong) =>
    expect(await refusalOf(services.configs.create({ key: wrong, value: '1' }, trace))).toBe('invalid_format'),
  );
});
