import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { env, recorded, root, run, start, stop } from './support/npm-start';

describe('npm start', () => {
  it('fails when its first payment does not succeed, and leaves nothing running', async () => {
    await stop();
    const [nowhere, elsewhere] = ['STRIPE_TEST', 'ADYEN_TEST'].map((name) => `CONNECTORS_${name}_BASE_URL`);
    const failed = start({ [nowhere!]: 'http://127.0.0.1:9', [elsewhere!]: 'http://127.0.0.1:9' });
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/\[no\] payment/) as string,
      stderr: expect.stringMatching(/error: the first payment pay_\w+ is failed: /) as string,
    });
    expect(recorded()).toEqual([]);
  });

  it('fails with a message when a configured Redis does not answer; meanwhile a server whose port is taken had a free one', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await expect(start({ POSTGRES_PORT: String(port), REDIS_URL: 'redis://:word@127.0.0.1:9' })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(new RegExp(`127\\.0\\.0\\.1:\\d+: ${port} is taken by .*POSTGRES_PORT`)) as string,
      stderr: expect.stringMatching(
        /error: Redis at 127\.0\.0\.1:9 does not answer: .*\n {2}fix: .*REDIS_URL/,
      ) as string,
    });
    expect(recorded()).toEqual([]);
    taken.close();
  });

  it('prints one line with a bad variable and a valid example', async () => {
    const bad = run(process.execPath, ['tools/start.mjs', '--no-build'], {
      cwd: root,
      env: { ...env, KAFKA_BROKERS: 'nowhere' },
    });
    await expect(bad).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /error: KAFKA_BROKERS is not usable: nowhere\n {2}fix: KAFKA_BROKERS=127/,
      ) as string,
    });
  });
});
