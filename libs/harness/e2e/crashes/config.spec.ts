import { aMerchant, apiAt, connectorBody, eventually, ok, spawnSystem, type System } from '@payorch/harness';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { allApps, type AppName } from '../../../../tools/lib/app-env';
import { newSecrets } from '../../../../tools/lib/secrets';
import { rowsOf } from '../support/rows';
import { notAllowed, statusAndBody } from '../support/wire';

jest.setTimeout(120_000);

type Env = Record<string, string>;

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Starts a built app with nothing but this environment, and waits for its end. */
async function endOf(app: AppName, env: Env): Promise<Ended> {
  const main = path.resolve(__dirname, '../../../../dist', app, 'main.cjs');
  const child = spawn(process.execPath, [main], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const killer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(killer);
  return { code, said };
}

/** The one block: a headline, then a line for each variable. */
function problemsIn({ code, said }: Ended, app: AppName): string[] {
  expect(code).toBe(1);
  const [headline, ...lines] = said.trimEnd().split('\n');
  expect(headline).toBe(`${app}: the configuration has ${lines.length} problem(s):`);
  expect(lines.every((line) => line.startsWith('  - '))).toBe(true);
  return lines.map((line) => line.slice(4));
}

const variablesOf = (problems: readonly string[]) => problems.map((problem) => problem.split(' ')[0]);

const secrets = newSecrets();
const stores = {
  DATABASE_URL: 'postgres://role:5f2c8a91d3e7@db.internal:5432/payorch',
  REDIS_URL: 'redis://:c7Kq2vX9@redis.internal:6379',
  KAFKA_BROKERS: 'kafka-1.internal:9092',
  KAFKA_TLS: 'true',
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: 'app',
  KAFKA_SASL_PASSWORD: 'c7Kq2vX9mN4bT8wZ',
  METRICS_TOKEN: 'Vb4Kq8Zt2Xn6Rw0Yp3Lc7Hs1Dm5Jf9Ga',
};
/** An environment that is fit for production, as far as each app needs it. */
const fit: Env = {
  MODE: 'production',
  HTTP_PORT: '0',
  ...stores,
  PUBLIC_URL: 'https://pay.acme.shop',
  ADMIN_API_KEY: 'q7Zr1xV9nB3kT5mW8cD2fG6hJ4pL0sYa',
  API_KEY_HASH_SECRET: secrets.apiKeyHashSecret,
  CARD_FINGERPRINT_SECRET: secrets.cardFingerprintSecret,
  REDIRECT_SECRETS: secrets.redirectSecrets,
  SEALING_PUBLIC_KEYS: JSON.stringify(secrets.sealingPublicKeys),
  SEALING_PRIVATE_KEYS: JSON.stringify(secrets.sealingPrivateKeys),
  SETTINGS_KEYS: JSON.stringify(secrets.settingsKeys),
  KEY_ENVIRONMENT: 'prd',
  TEST_CONNECTORS: 'false',
  SANDBOX_LEDGER: '/nowhere/ledger.jsonl',
};

/** What each app refuses variable by variable is told beside its `config.ts`; here it is told by the process. */
describe('an environment that is not fit', () => {
  it.each(allApps)('of nothing at all, told by %s in one block', async (app) => {
    const variables = variablesOf(problemsIn(await endOf(app, {}), app));
    const needed = app === 'sandbox' ? ['SANDBOX_LEDGER'] : ['MODE', 'DATABASE_URL', 'KAFKA_BROKERS'];
    expect(variables).toEqual(expect.arrayContaining(needed));
  });

  it.each(allApps)('of several bad variables, told by %s all at once', async (app) => {
    const bad = { HTTP_PORT: 'eighty', LOG_LEVEL: 'loud', FAIL_POINTS: 'nowhere=kill', MODE: 'test' };
    const problems = problemsIn(await endOf(app, { ...fit, ...bad }), app);
    expect(variablesOf(problems)).toEqual(expect.arrayContaining(['MODE', 'HTTP_PORT', 'LOG_LEVEL', 'FAIL_POINTS']));
  });

  it.each(allApps)('of fail points in production, told by %s', async (app) => {
    const problems = problemsIn(await endOf(app, { ...fit, FAIL_POINTS: 'sent-before-write=kill' }), app);
    expect(problems).toContain('FAIL_POINTS is set: production has no fail points');
    // With the fail points gone nothing is left to say, of any app that may run in production.
    expect(problems).toHaveLength(app === 'sandbox' ? 2 : 1);
  });

  it('of the sandbox in production', async () => {
    expect(problemsIn(await endOf('sandbox', fit), 'sandbox')).toEqual([
      expect.stringMatching(/^MODE must be development: the sandbox never runs in production/),
    ]);
  });
});

describe('health', () => {
  let system: System;
  beforeAll(async () => {
    system = await spawnSystem();
  });
  afterAll(() => system?.stop());

  const answers = async (app: AppName) => {
    const { get } = apiAt(system.baseUrl(app));
    const [good, live, ready] = await Promise.all([get('/health'), get('/health/live'), get('/health/ready')]);
    return { good, live, ready };
  };

  it.each(allApps)('of %s tells that all is up', async (app) => {
    const { good, live, ready } = await answers(app);
    expect([good.status, good.text]).toEqual([200, 'health is good']);
    expect([live.status, live.body]).toEqual([200, { live: true }]);
    expect(ready.status).toBe(200);
    expect(ready.body.service).toBe(true);
    expect(Object.values(ready.body).every((value) => value === true)).toBe(true);
  });

  const services = allApps.filter((app) => app !== 'sandbox');
  const readyOf = async (app: AppName) => (await answers(app)).ready;

  it('without Redis stays 200, and says that Redis is away where it is used', async () => {
    await system.infra.kill('redis');
    for (const app of ['gateway', 'connector-worker'] as const) {
      await eventually(async () => (await readyOf(app)).body.redis === false, { withinMs: 30_000 });
      expect((await readyOf(app)).status).toBe(200);
    }
    await system.infra.restart('redis');
    for (const app of ['gateway', 'connector-worker'] as const)
      await eventually(async () => (await readyOf(app)).body.redis === true, { withinMs: 30_000 });
  });

  it.each(services)('of %s without Kafka is 500 by that name, while the process is alive', async (app) => {
    if (app === services[0]) await system.infra.kill('kafka');
    const { good, live, ready } = await eventually(
      async () => {
        const now = await answers(app);
        return now.ready.status === 200 ? undefined : now;
      },
      { withinMs: 30_000 },
    );
    expect([good.status, live.status, ready.status]).toEqual([200, 200, 500]);
    expect(ready.body.error).toMatchObject({
      code: 'HE_00',
      message: 'kafka health check failed with error: unavailable',
    });
  });

  it('is good again once Kafka is back', async () => {
    await system.infra.restart('kafka');
    for (const app of services) await eventually(async () => (await readyOf(app)).status === 200, { withinMs: 60_000 });
  });

  it('tells what is down, and nothing of why or where', async () => {
    for (const app of ['gateway', 'payments'] as const) {
      const role = new URL(system.database.urlOf(app)).username;
      await rowsOf(system, `ALTER ROLE "${role}" NOLOGIN`);
      await rowsOf(system, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
      const { good, live, ready } = await eventually(async () => {
        const now = await answers(app);
        return now.ready.status === 200 ? undefined : now;
      });
      expect([good.status, live.status, ready.status]).toEqual([200, 200, 500]);
      expect(ready.body).toEqual({
        error: {
          type: 'api',
          message: 'database health check failed with error: unavailable',
          code: 'HE_00',
        },
      });
    }
  });
});

describe('without test connectors', () => {
  let system: System;
  beforeAll(async () => {
    system = await spawnSystem({ apps: ['gateway'], appEnv: { gateway: { TEST_CONNECTORS: 'false' } } });
  });
  afterAll(() => system?.stop());

  it('no account at one can be made', async () => {
    const { api, merchantId } = await aMerchant(system, { connectors: [] });
    const path = `/account/${merchantId}/connectors`;
    expect(statusAndBody(await api.post(path, connectorBody('stripe_test')))).toEqual(notAllowed('Invalid connector name'));
    expect(ok(await api.get(path))).toEqual([]);
  });
});
