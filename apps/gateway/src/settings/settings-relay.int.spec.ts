import type { MerchantId } from '@payorch/kernel';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import { publishedSettings } from '../../test/settings-topic';

let db: GatewayDatabase;
beforeAll(async () => {
  db = await gatewayDatabase();
});
afterAll(() => db.close());

const pending = async (): Promise<number> => {
  const [row] = await db.database.read([], (sql) => sql.query<{ count: string }>('SELECT count(*) FROM outbox'));
  return Number(row!.count);
};

it('the relay publishes each row once after its commit', async () => {
  const { merchants, relay, producer } = accountServices(db.database);
  await merchants.create({ merchant_id: 'first' }, trace);
  await relay.publish();
  await relay.publish();
  expect(publishedSettings(producer.sent, 'first').map(({ type }) => type)).toEqual([
    'data_keys.settings',
    'merchant.settings',
    'profile.settings',
  ]);
  expect(await pending()).toBe(0);
});

it('no message is lost while the broker is away', async () => {
  const { merchants, relay, producer } = accountServices(db.database);
  producer.isAway = true;
  await merchants.create({ merchant_id: 'second' }, trace);
  await merchants.update('second' as MerchantId, { merchant_name: 'a' }, trace);
  await relay.publish();
  expect(await pending()).toBe(4);
  producer.isAway = false;
  await relay.publish();
  expect(publishedSettings(producer.sent, 'second').map(({ version }) => version)).toEqual([1, 1, 1, 2]);
  expect(await pending()).toBe(0);
});

it('the relay publishes rows that another gateway left', async () => {
  const dying = accountServices(db.database);
  dying.producer.isAway = true;
  await dying.merchants.create({ merchant_id: 'third' }, trace);
  await dying.relay.beforeApplicationShutdown();
  const next = accountServices(db.database);
  next.relay.onApplicationBootstrap();
  await next.relay.publish();
  await next.relay.beforeApplicationShutdown();
  expect(publishedSettings(next.producer.sent, 'third')).toHaveLength(3);
});

it('two concurrent relays publish in commit order', async () => {
  const [one, two] = [accountServices(db.database), accountServices(db.database)];
  const published: number[] = [];
  const listen = (services: typeof one) => {
    const send = services.producer.send.bind(services.producer);
    services.producer.send = async (messages) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      await send(messages);
      published.push(
        ...publishedSettings(messages, 'fourth')
          .filter(({ type }) => type === 'merchant.settings')
          .map(({ version }) => version),
      );
    };
  };
  [one, two].forEach(listen);
  await one.merchants.create({ merchant_id: 'fourth' }, trace);
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      [one, two][index % 2]!.merchants.update('fourth' as MerchantId, { merchant_name: String(index) }, trace),
    ),
  );
  await Promise.all([one.relay.publish(), two.relay.publish()]);
  expect(published).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
});
