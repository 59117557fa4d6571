import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@payorch/harness';
import { readGuide, runGuide, stepDifferences } from './support/guides';
import { isAlive } from './support/processes';

jest.setTimeout(240_000);

const run = promisify(execFile);
const root = path.resolve(__dirname, '../../..');

interface Started {
  readonly api: string;
  readonly apiKey: string;
  readonly curl: string;
  readonly payment: { readonly status: string; readonly hops: readonly { readonly topic: string }[] };
  readonly apps: readonly { readonly name: string; readonly pid: number; readonly url: string }[];
  readonly infrastructure: { readonly servers: readonly { readonly pid: number }[] };
}

describe('npm start', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-start-'));
  // As root, Postgres runs as another user.
  chmodSync(folder, 0o755);
  let env: NodeJS.ProcessEnv;
  const node = (...args: string[]) => run(process.execPath, args, { cwd: root, env, maxBuffer: 1e8 });
  /** The started processes that still run. */
  const recorded = () =>
    readdirSync(path.join(folder, 'run'))
      .map((file) => JSON.parse(readFileSync(path.join(folder, 'run', file), 'utf8')) as { name: string; pid: number })
      .filter(({ pid }) => isAlive(pid))
      .map(({ name }) => name);
  const start = async () =>
    JSON.parse((await node('tools/start.mjs', '--no-build', '--detach', '--json')).stdout) as Started;

  beforeAll(async () => {
    const { DATABASE_URL: _database, REDIS_URL: _redis, KAFKA_BROKERS: _kafka, ...rest } = process.env;
    const [http, postgres, redis, kafka] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    env = {
      ...rest,
      PAYORCH_DATA: folder,
      HTTP_PORT: String(http),
      POSTGRES_PORT: String(postgres),
      REDIS_PORT: String(redis),
      KAFKA_PORT: String(kafka),
    };
  });
  afterAll(async () => {
    await node('tools/stop.mjs');
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts the system, makes a payment, and prints a working curl command', async () => {
    const first = await start();
    expect(first.payment.status).toBe('succeeded');
    const topics = first.payment.hops.map(({ topic }) => topic);
    expect(topics).toEqual(
      expect.arrayContaining([
        'payments.commands',
        'routing.requests',
        'connector.results.payments',
        'payments.lifecycle',
      ]),
    );
    expect(first.apps).toHaveLength(8);
    const pasted = JSON.parse((await run('bash', ['-c', first.curl])).stdout) as { status: string; payment_id: string };
    expect(pasted.status).toBe('succeeded');
  });

  it('scales, upgrades, backs up and restores the system with the commands of docs/guides/running.md, and stops every process', async () => {
    const { apps, infrastructure } = await start();
    const guide = readGuide(readFileSync(path.join(root, 'docs/guides/running.md'), 'utf8'));
    const outputs = await runGuide(guide, env, { cwd: root, withinMs: 180_000 });
    const wrong = guide.steps.flatMap((step, at) =>
      stepDifferences(step, outputs[at] ?? '').map((difference) => `${step.commands}: ${difference}`),
    );
    expect(wrong).toEqual([]);
    expect([...apps, ...infrastructure.servers].map(({ pid }) => pid).filter(isAlive)).toEqual([]);
    expect(recorded()).toEqual([]);
  });

  const failing = (more: NodeJS.ProcessEnv) =>
    run(process.execPath, ['tools/start.mjs', '--no-build', '--detach'], { cwd: root, env: { ...env, ...more } });

  it('fails when its first payment does not succeed, and leaves nothing running', async () => {
    await node('tools/stop.mjs');
    const [nowhere, elsewhere] = ['STRIPE_TEST', 'ADYEN_TEST'].map((name) => `CONNECTORS_${name}_BASE_URL`);
    const failed = failing({ [nowhere!]: 'http://127.0.0.1:9', [elsewhere!]: 'http://127.0.0.1:9' });
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/\[no\] payment/) as string,
      stderr: expect.stringMatching(/error: the first payment pay_\w+ is failed: /) as string,
    });
    expect(recorded()).toEqual([]);
  });

  it('fails with a message when a configured Redis does not answer', async () => {
    await expect(failing({ REDIS_URL: 'redis://:word@127.0.0.1:9' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /error: Redis at 127\.0\.0\.1:9 does not answer: .*\n {2}fix: .*REDIS_URL/,
      ) as string,
    });
    expect(recorded()).toEqual([]);
  });

  it('uses a free port when its own port is taken, and names the process that has it', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const failed = failing({ POSTGRES_PORT: String(port), REDIS_URL: 'redis://127.0.0.1:9' });
    await expect(failed).rejects.toMatchObject({
      stdout: expect.stringMatching(new RegExp(`127\\.0\\.0\\.1:\\d+: ${port} is taken by .*POSTGRES_PORT`)) as string,
    });
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
