import { redisUrl } from '@payorch/harness';
import { newId, Secret } from '@payorch/kernel';
import { openRedis, type RedisClient } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { testBox } from '../../test/gateway-database';
import { RefusedWebhooks, type RefusedRequest } from './refused-webhooks';

let redis: RedisClient;
beforeAll(async () => void (redis = await openRedis({ url: new Secret(redisUrl()), logger: silentLogger })));
afterAll(() => redis.disconnect());

const evidence = (more: Partial<RefusedRequest> = {}): RefusedRequest => ({
  requestId: 'req_1',
  address: '192.0.2.1',
  method: 'POST',
  headers: { 'content-length': '9', authorization: 'Basic c2VjcmV0', 'x-test-signature': 't=1,v1=00' },
  ...more,
});

it('refusals are counted and stored without credentials and card numbers', async () => {
  const [refused, id] = [new RefusedWebhooks({ redis, box: testBox(), logger: silentLogger }), newId('mca')];
  refused.record([id], 'no_timely_signature', evidence());
  const body = Buffer.from(`{"card":"4242424242424242"}${'x'.repeat(300_000)}`);
  refused.record([id], 'wrong_signature', evidence({ body }));
  const { counts, last } = await refused.of(id);
  expect(counts).toEqual({ no_timely_signature: 1, wrong_signature: 1 });
  expect(last.map(({ reason }) => reason)).toEqual(['wrong_signature', 'no_timely_signature']);
  expect(last[0]!.body!.length).toBeLessThanOrEqual(2_048);
  expect(last[0]!.body).not.toContain('4242424242424242');
  expect(last[1]).toMatchObject({ body: null, content_length: '9', address: '192.0.2.1' });
  expect(last[1]!.headers).toEqual({ 'content-length': '9', 'x-test-signature': 't=1,v1=00' });
});

it('the last hundred refusals of an account are stored, all are counted', async () => {
  const [refused, id] = [new RefusedWebhooks({ redis, box: testBox(), logger: silentLogger }), newId('mca')];
  for (let round = 0; round < 8; round++) {
    for (let sent = 0; sent < 40; sent++) refused.record([id], 'wrong_signature', evidence({ requestId: `${round}` }));
    await refused.of(id);
  }
  const { counts, last } = await refused.of(id);
  expect(counts).toEqual({ wrong_signature: 320 });
  expect([last.length, last[0]!.request_id]).toEqual([100, '7']);
});

it('an account without refusals is empty', async () => {
  const refused = new RefusedWebhooks({ redis, box: testBox(), logger: silentLogger });
  expect(await refused.of(newId('mca'))).toEqual({ counts: {}, last: [] });
});
