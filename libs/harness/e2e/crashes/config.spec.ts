import { aMerchant, apiAt, connectorBody, eventually, ok, spawnSystem, type System } from '@payorch/harness';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { allApps, type AppName, newSecrets } from '@payorch/provisioning';
import { rowsOf } from '../support/rows';
import { notAllowed, refusal, statusAndBody } from '../support/wire';

type Env = Record<string, string>;

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Starts a built app with only this environment, and waits for its end. */
async function endOf(app: AppName, env: Env): Promise<Ended> {
  const main = path.resolve(__dirname, '../../../../dist', app, 'main.cjs');
  const codeCache = path.resolve(__dirname, '../../../../tools/lib/code-cache.cjs');
  const child = spawn(process.execPath, ['--require', codeCache, main], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const killer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(killer);
  return { code, output };
}

/** The problems in the output: one block with a headline and a line for each variable. */
function problemsIn({ code, output }: Ended, app: AppName): string[] {
  expect(code).toBe(1);
  const [headline, ...lines] = output.trimEnd().split('\n');
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
/** An environment that is valid in production, for every app. */
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
  MASTER_KEYS: JSON.stringify(secrets.masterKeys),
  KEY_ENVIRONMENT: 'prd',
  TEST_CONNECTORS: 'false',
  FILE_STORAGE: 'folder',
  SANDBOX_LEDGER: '/nowhere/ledger.jsonl',
};

/** The rules of each variable are tested next to each `config.ts`; these tests run the process. */
describe('an invalid environment', () => {
  it.each(allApps)('without variables is reported by %s in one block', async (app) => {
    const variables = variablesOf(problemsIn(await endOf(app, {}), app));
    const needed = app === 'sandbox' ? ['SANDBOX_LEDGER'] : ['MODE', 'DATABASE_URL', 'KAFKA_BROKERS'];
    expect(variables).toEqual(expect.arrayContaining(needed));
  });

  it.each(allApps)('with several bad variables is reported by %s with all of them', async (app) => {
    const bad = { HTTP_PORT: 'eighty', LOG_LEVEL: 'loud', FAIL_POINTS: 'nowhere=kill', MODE: 'test' };
    const problems = problemsIn(await endOf(app, { ...fit, ...bad }), app);
    expect(variablesOf(problems)).toEqual(expect.arrayContaining(['MODE', 'HTTP_PORT', 'LOG_LEVEL', 'FAIL_POINTS']));
  });

  it.each(allApps)('with fail points in production is refused by %s', async (app) => {
    const problems = problemsIn(await endOf(app, { ...fit, FAIL_POINTS: 'sent-before-write=kill' }), app);
    expect(problems).toContain('FAIL_POINTS is set: production has no fail points');
    // Without the fail points the environment is valid for every app that may run in production.
    expect(problems).toHaveLength(app === 'sandbox' ? 2 : 1);
  });

  it('with MODE=production is refused by the sandbox', async () => {
    expect(problemsIn(await endOf('sandbox', fit), 'sandbox')).toEqual([
      expect.stringMatching(/^MODE must be development: the sandbox never runs in production/),
    ]);
  });
});

describe('a running system', () => {
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

  it.each(allApps)('health of %s reports that every dependency is up', async (app) => {
    const { good, live, ready } = await answers(app);
    expect([good.status, good.text]).toEqual([200, 'health is good']);
    expect([live.status, live.body]).toEqual([200, { live: true }]);
    expect(ready.status).toBe(200);
    expect(ready.body.service).toBe(true);
    expect(Object.values(ready.body).every((value) => value === true)).toBe(true);
  });

  it('without test connectors and a token service: the gateway refuses an account at a test connector, and network tokens', async () => {
    const other = await system.addInstance('gateway');
    other.launch({ TEST_CONNECTORS: 'false', TOKEN_SERVICE_URL: '' });
    await other.ready();
    const { apiKey, merchantId } = await aMerchant(system, { connectors: [] });
    const api = apiAt(other.baseUrl, { 'api-key': apiKey });
    const path = `/account/${merchantId}/connectors`;
    expect(statusAndBody(await api.post(path, connectorBody('stripe_test')))).toEqual(
      notAllowed('Invalid connector name'),
    );
    expect(ok(await api.get(path))).toEqual([]);
    const admin = apiAt(other.baseUrl, { 'api-key': system.adminKey });
    const tokenized = await admin.post('/payment_methods/tokenize-card', { merchant_id: merchantId, customer: {} });
    expect(statusAndBody(tokenized)).toEqual(refusal(501, 'IR_00', 'tokenize-card is not implemented'));
    expect(await other.end('SIGTERM')).toBe('code 0');
  });

  const services = allApps.filter((app) => app !== 'sandbox');
  const readyOf = async (app: AppName) => (await answers(app)).ready;

  it('health without Redis stays 200, and reports Redis as unavailable for the apps that use it', async () => {
    await system.infra.kill('redis');
    for (const app of ['gateway', 'connector-worker'] as const) {
      await eventually(async () => (await readyOf(app)).body.redis === false, { withinMs: 30_000 });
      expect((await readyOf(app)).status).toBe(200);
    }
    await system.infra.restart('redis');
    for (const app of ['gateway', 'connector-worker'] as const)
      await eventually(async () => (await readyOf(app)).body.redis === true, { withinMs: 30_000 });
  });

  it.each(services)('health of %s without Kafka is 500 and names Kafka, while the process is live', async (app) => {
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

  it('every service is ready again after the restart of Kafka', async () => {
    await system.infra.restart('kafka');
    for (const app of services) await eventually(async () => (await readyOf(app)).status === 200, { withinMs: 60_000 });
  });

  it('health names the failed dependency without cause or address', async () => {
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
