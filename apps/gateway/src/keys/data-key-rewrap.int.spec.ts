import { testDataKeys, testMasterKeys } from '@payorch/harness';
import type { MerchantId } from '@payorch/kernel';
import { type DataKeys, MerchantSeals, SealError, type WrappedDataKey } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace, type GatewayDatabase } from '../../test/gateway-database';
import { publishedSettings } from '../../test/settings-topic';
import { DataKeyRepository } from '../data-keys';
import { DataKeyRewrap } from './data-key-rewrap';

const [acme, other, closed, older] = ['acme_1', 'acme_2', 'acme_closed', 'acme_older'] as MerchantId[] as [
  MerchantId,
  MerchantId,
  MerchantId,
  MerchantId,
];
const rows = new DataKeyRepository();
const place = { merchantId: acme, objectId: 'pay_1', column: 'intents.body' };

let gateway: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
let keys: DataKeys;
let waiting: jest.Mock;
let forgotten: string[];

beforeEach(async () => {
  gateway = await gatewayDatabase();
  services = accountServices(gateway.database);
  keys = testDataKeys();
  waiting = jest.fn();
  forgotten = [];
  for (const merchant_id of [acme, other, closed]) await services.merchants.create({ merchant_id }, testTrace);
  await services.closing.close(closed, testTrace);
  await services.relay.publish();
  services.producer.sent.length = 0;
});
afterEach(() => gateway.close());

const rewrapOf = (more: Partial<ConstructorParameters<typeof DataKeyRewrap>[0]> = {}) =>
  new DataKeyRewrap({
    database: gateway.database,
    settings: services.rewrapParts.settings,
    rows,
    keys,
    logger: silentLogger,
    metrics: { setSealsWaiting: waiting },
    cache: { forget: (id) => void forgotten.push(id) },
    everyMs: 60_000,
    ...more,
  });
const keysOf = (merchantId: MerchantId): Promise<WrappedDataKey[]> =>
  gateway.database.read([merchantId], (sql) => rows.find(sql, merchantId));
const kidsOf = async (merchantId: MerchantId) => (await keysOf(merchantId)).map(({ wrapped }) => wrapped.split('.')[1]);
const bytesOf = async (merchantId: MerchantId, by = keys) =>
  (await keysOf(merchantId)).map((key) => by.unwrap(merchantId, key).export().toString('hex'));
const published = async (merchantId: string) => {
  await services.relay.publish();
  return publishedSettings(services.producer.sent, merchantId);
};
const rotateMaster = () => keys.master.replaceKeys(testMasterKeys(['master_2', 8], ['master_1', 9]));

it('while no key is new nothing is wrapped again, and the metric is zero', async () => {
  await rewrapOf().round();
  expect(waiting.mock.calls).toEqual([['master', 'master_1', 0]]);
  expect(await kidsOf(acme)).toEqual(['master_1', 'master_1']);
  expect([await published(acme), forgotten]).toEqual([[], []]);
});

it('a new master key wraps every key of every merchant again, deleted ones too, and the services receive them', async () => {
  const before = await Promise.all([acme, other, closed].map((id) => bytesOf(id)));
  const sealed = new MerchantSeals({ dataKeysOf: () => undefined }, keys);
  const seal = new MerchantSeals({ dataKeysOf: () => known }, keys);
  const known = await keysOf(acme);
  const text = seal.seal('Ada', place);
  const rewrap = rewrapOf();
  await rewrap.round();
  rotateMaster();
  await rewrap.round();

  expect(waiting.mock.calls.slice(1)).toEqual([
    ['master', 'master_2', 3],
    ['master', 'master_2', 0],
  ]);
  for (const id of [acme, other, closed]) expect(await kidsOf(id)).toEqual(['master_2', 'master_2']);
  expect(await Promise.all([acme, other, closed].map((id) => bytesOf(id)))).toEqual(before);
  // The older key can go: what it sealed opens by the new wrapping alone.
  const alone = testDataKeys('master_2', 8);
  const wrapped = await keysOf(acme);
  expect(new MerchantSeals({ dataKeysOf: () => wrapped }, alone).open(text, place)).toBe('Ada');
  expect(() => sealed.open(text, place)).toThrow('no data key');
  expect(() => new MerchantSeals({ dataKeysOf: () => known }, alone).open(text, place)).toThrow(SealError);

  expect(forgotten.sort()).toEqual([acme, other, closed].sort());
  expect(await published(acme)).toEqual([
    { type: 'data_keys.settings', version: 2, key: `data_keys/${acme}` },
    { type: 'merchant.settings', version: 2, key: expect.any(String) as string },
  ]);
  const message = services.producer.sent.find(({ key }) => key === `data_keys/${acme}`)!;
  expect(JSON.parse(message.value.toString())).toMatchObject({ merchantId: acme, keys: wrapped });
  // The message of a deleted account is not published again: it stays deleted.
  const types = (await published(closed)).map(({ type }) => type);
  expect(types).toEqual(['data_keys.settings']);
});

it('a later check with the same master key does nothing', async () => {
  const rewrap = rewrapOf();
  rotateMaster();
  await rewrap.round();
  const [before, calls] = [await keysOf(acme), waiting.mock.calls.length];
  await rewrap.round();
  expect([await keysOf(acme), waiting.mock.calls.length]).toEqual([before, calls]);
});

it('merchants that are older than data keys get their keys at the start', async () => {
  await services.merchants.create({ merchant_id: older }, testTrace);
  await gateway.database.change([older], (sql) => sql.query('DELETE FROM data_keys WHERE merchant_id = $1', [older]));
  const rewrap = rewrapOf();
  rewrap.onApplicationBootstrap();
  await rewrap.run();
  await rewrap.beforeApplicationShutdown();
  expect((await keysOf(older)).map(({ version }) => version)).toEqual([0, 1]);
  expect(new Set([...(await bytesOf(older)), ...(await bytesOf(acme))]).size).toBe(4);
  expect((await published(older)).map(({ type }) => type)).toContain('data_keys.settings');
  expect(await kidsOf(acme)).toEqual(['master_1', 'master_1']);
});

it('more merchants than one batch are all wrapped again', async () => {
  const many = Array.from({ length: 60 }, (_, at) => `acme_many_${at}` as MerchantId);
  for (const merchant_id of many) await services.merchants.create({ merchant_id }, testTrace);
  rotateMaster();
  await rewrapOf().round();
  const kids = await gateway.database.read('every', (sql) =>
    sql.query<{ kid: string; count: number }>(
      `SELECT split_part(wrapped, '.', 2) AS kid, count(*)::int AS count FROM data_keys GROUP BY 1`,
    ),
  );
  expect(kids).toEqual([{ kid: 'master_2', count: 2 * 63 }]);
});

it('an error leaves each merchant with all its keys under one master key, and the next check finishes', async () => {
  rotateMaster();
  let failures = 1;
  const { settings } = services.rewrapParts;
  const failing = rewrapOf({
    settings: {
      ofAny: (merchantId, trace, work) =>
        settings.ofAny(merchantId, trace, async (sql, version) => {
          const change = await work(sql, version);
          if (merchantId === other && failures-- > 0) throw new Error('made up');
          return change;
        }),
    },
  });
  await failing.round();
  expect(waiting.mock.calls.at(-1)).not.toEqual(['master', 'master_2', 0]);
  expect(await kidsOf(other)).toEqual(['master_1', 'master_1']);
  await failing.round();
  expect(waiting.mock.calls.at(-1)).toEqual(['master', 'master_2', 0]);
  for (const id of [acme, other, closed]) expect(await kidsOf(id)).toEqual(['master_2', 'master_2']);
});

it('two gateways that wrap at the same time leave every merchant with keys that open', async () => {
  const before = await bytesOf(acme);
  rotateMaster();
  await Promise.all([rewrapOf().round(), rewrapOf().round()]);
  expect(await bytesOf(acme, testDataKeys('master_2', 8))).toEqual(before);
  for (const id of [acme, other, closed]) expect(await kidsOf(id)).toEqual(['master_2', 'master_2']);
});
