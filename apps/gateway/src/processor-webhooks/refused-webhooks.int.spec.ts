import { webhookReaders } from '@payorch/connectors/webhook-readers';
import { redisUrl } from '@payorch/harness';
import { type MerchantConnectorId, type MerchantId, newId, Secret } from '@payorch/kernel';
import { openRedis, type RedisClient } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { seals, testBox } from '../../test/gateway-database';
import { RefusedWebhooks, type RefusedRequest, type RefusingAccount } from './refused-webhooks';

let redis: RedisClient;
beforeAll(async () => void (redis = await openRedis({ url: new Secret(redisUrl()), logger: silentLogger })));
afterAll(() => redis.disconnect());

const merchantId = 'acme' as MerchantId;
const anAccount = (): RefusingAccount => ({ merchantId, merchantConnectorId: newId<MerchantConnectorId>('mca') });
const keys = { load: () => Promise.resolve(), forget: () => undefined };
const refusedWebhooks = () => new RefusedWebhooks(redis, seals, keys, testBox(), silentLogger);
const entriesOf = ({ merchantConnectorId }: RefusingAccount) =>
  redis.lrange(`webhooks:{${merchantConnectorId}}:refused`, 0, -1);

const evidence = (more: Partial<RefusedRequest> = {}): RefusedRequest => ({
  requestId: 'req_1',
  address: '192.0.2.1',
  method: 'POST',
  headers: { 'content-length': '9', authorization: 'Basic c2VjcmV0', 'x-test-signature': 't=1,v1=00' },
  ...more,
});

it('refusals are counted and stored without credentials and card numbers', async () => {
  const [refused, account] = [refusedWebhooks(), anAccount()];
  refused.record([account], 'no_timely_signature', evidence());
  const body = Buffer.from(`{"card":"4242424242424242"}${'x'.repeat(300_000)}`);
  refused.record([account], 'wrong_signature', evidence({ body }));
  const { counts, last } = await refused.of(account);
  expect(counts).toEqual({ no_timely_signature: 1, wrong_signature: 1 });
  expect(last.map(({ reason }) => reason)).toEqual(['wrong_signature', 'no_timely_signature']);
  expect(last[0]!.body!.length).toBeLessThanOrEqual(2_048);
  expect(last[0]!.body).not.toContain('4242424242424242');
  expect(last[1]).toMatchObject({ body: null, content_length: '9', address: '192.0.2.1' });
  expect(last[1]!.headers).toEqual({ 'content-length': '9', 'x-test-signature': 't=1,v1=00' });
});

it('the last hundred refusals of an account are stored, all are counted', async () => {
  const [refused, account] = [refusedWebhooks(), anAccount()];
  for (let round = 0; round < 8; round++) {
    for (let sent = 0; sent < 40; sent++)
      refused.record([account], 'wrong_signature', evidence({ requestId: `${round}` }));
    await refused.of(account);
  }
  const { counts, last } = await refused.of(account);
  expect(counts).toEqual({ wrong_signature: 320 });
  expect([last.length, last[0]!.request_id]).toEqual([100, '7']);
});

it('the merchant sees why webhooks were not verified, without headers and bodies', async () => {
  const [refused, account] = [refusedWebhooks(), { ...anAccount(), reader: webhookReaders.stripe_test }];
  const body = Buffer.from('{"email":"jo@acme.example"}');
  const old = { 'x-test-signature': `t=1793527200,v1=${'0'.repeat(64)}` };
  refused.record([account], 'no_timely_signature', evidence({ headers: {} }));
  refused.record([account], 'no_timely_signature', evidence({ headers: old }));
  refused.record([account], 'wrong_signature', evidence({ body }));
  refused.record([account], 'no_secret', evidence({ body }));
  const { counts, last } = await refused.unverified(account);
  expect(counts).toEqual({ no_signature: 1, stale_signature: 1, wrong_signature: 1, no_secret: 1 });
  expect(last.map(({ status }) => status)).toEqual(['no_secret', 'wrong_signature', 'stale_signature', 'no_signature']);
  expect(JSON.stringify(last)).not.toMatch(/x-test-signature|jo@acme/);
  // The operator's list has refusals alone, by their reasons.
  const seen = await refused.of(account);
  expect(seen.counts).toEqual({ no_timely_signature: 2, wrong_signature: 1 });
  expect(seen.last.map(({ reason }) => reason)).toEqual([
    'wrong_signature',
    'no_timely_signature',
    'no_timely_signature',
  ]);
});

it('an account without refusals is empty', async () => {
  const refused = refusedWebhooks();
  expect(await refused.of(anAccount())).toEqual({ counts: {}, last: [] });
});

it('refusals are sealed with the data key of their merchant, and open for their own account alone', async () => {
  const [refused, account, other] = [refusedWebhooks(), anAccount(), anAccount()];
  refused.record([account], 'wrong_signature', evidence({ body: Buffer.from('{"email":"jo@acme.example"}') }));
  expect((await refused.of(account)).last).toHaveLength(1);
  const entries = await entriesOf(account);
  expect(entries).toEqual([expect.stringMatching(/^d1\.1\./)]);
  await redis.lpush(`webhooks:{${other.merchantConnectorId}}:refused`, ...entries);
  expect((await refused.of(other)).last).toEqual([]);
  expect((await refused.of({ ...account, merchantId: 'other' as MerchantId })).last).toEqual([]);
});

it('a refusal that is older than its data key is shown', async () => {
  const account = anAccount();
  const at = { merchantId: '', objectId: account.merchantConnectorId, column: 'refused_webhooks' };
  const entry = testBox().seal('{"request_id":"req_old"}', at);
  await redis.lpush(`webhooks:{${account.merchantConnectorId}}:refused`, entry);
  expect((await refusedWebhooks().of(account)).last).toEqual([{ request_id: 'req_old' }]);
});
