import { appEnv, processEnv, type SystemPlan } from './app-env';
import { allApps, apps, schemaNames, type AppName } from './apps';
import { keyFiles } from './keys/key-files';
import { newSecrets } from './keys/secrets';

const plan: SystemPlan = {
  ports: Object.fromEntries(allApps.map((name) => [name, apps[name].port])) as Record<AppName, number>,
  databaseUrlOf: (schema) => `postgres://payorch_${schema}:secret@127.0.0.1:5432/payorch`,
  redisUrl: 'redis://127.0.0.1:6379',
  kafkaBrokers: '127.0.0.1:9092',
  kafkaSession: '3s',
  adminApiKey: 'test_admin',
  secrets: newSecrets(),
  keyFolder: '/tmp/keys',
  ledgerFile: '/tmp/ledger.jsonl',
  filesFolder: '/tmp/files',
};

const appsWith = (text: string) => allApps.filter((app) => JSON.stringify(appEnv(app, plan)).includes(text));

it('only the worker gets the private sealing keys', () => {
  expect(appsWith(`/keys/${keyFiles.sealingPrivateKeys}`)).toEqual(['connector-worker']);
});

it('the gateway, payments and payouts get the public sealing keys', () => {
  expect(appsWith(`/keys/${keyFiles.sealingPublicKeys}`)).toEqual(['gateway', 'payments', 'payouts']);
});

it('each service gets only the role of its own schema', () => {
  for (const schema of schemaNames) {
    const owners = appsWith(`payorch_${schema}:`);
    expect(owners.map((app) => apps[app].schema)).toEqual([schema]);
  }
});

it('only the gateway gets the admin key and its own secrets', () => {
  expect(appsWith('test_admin')).toEqual(['gateway']);
  expect(appsWith(`/keys/${keyFiles.apiKeyHashSecret}`)).toEqual(['gateway']);
  expect(appsWith(`/keys/${keyFiles.settingsKeys}`)).toEqual(['gateway', 'webhooks']);
  expect(appsWith(plan.secrets.cardFingerprintSecret)).toEqual(['gateway']);
  expect(appsWith(plan.secrets.redirectSecrets)).toEqual(['gateway', 'payments']);
});

it('the worker calls Apple at the sandbox where the sandbox listens for TLS', () => {
  const tls = { ...plan, ports: { ...plan.ports, 'sandbox-tls': 8_091 } };
  expect(appEnv('connector-worker', tls)).toMatchObject({ APPLE_PAY_GATEWAY: 'https://127.0.0.1:8091' });
  expect(appEnv('sandbox', tls)).toMatchObject({ SANDBOX_TLS_PORT: '8091' });
  expect(appEnv('connector-worker', plan)).not.toHaveProperty('APPLE_PAY_GATEWAY');
  expect(appEnv('sandbox', plan)).not.toHaveProperty('SANDBOX_TLS_PORT');
});

describe('the environment of a process', () => {
  const inherited = {
    PATH: '/bin',
    LOG_LEVEL: 'debug',
    DATABASE_URL: 'postgres://all',
    ADMIN_API_KEY: 'k',
    // Some shells export the machine's name under it.
    HOST: 'laptop',
    npm_config_x: '1',
  };

  it('does not pass the caller’s addresses and secrets to an app that does not use them', () => {
    expect(Object.keys(processEnv('sandbox', plan, inherited)).sort()).toEqual(
      ['PATH', 'LOG_LEVEL', ...Object.keys(appEnv('sandbox', plan))].sort(),
    );
  });

  it('overrides the caller’s variables with those of the app', () => {
    expect(processEnv('payments', plan, inherited)['DATABASE_URL']).toBe(plan.databaseUrlOf('payments'));
  });

  it('lets the caller choose the address that the gateway listens on, and no other service', () => {
    const hostOf = (app: AppName, HOST: string) => processEnv(app, plan, { HOST })['HOST'];
    expect([hostOf('gateway', '0.0.0.0'), hostOf('gateway', '::'), hostOf('gateway', 'laptop')]).toEqual([
      '0.0.0.0',
      '::',
      undefined,
    ]);
    expect(hostOf('payments', '0.0.0.0')).toBeUndefined();
  });

  it('lets the caller point a connector elsewhere', () => {
    const elsewhere = {
      APPLE_PAY_GATEWAY: 'https://apple-pay-gateway.apple.com',
      CONNECTORS_STRIPE_TEST_BASE_URL: 'https://elsewhere.example',
      LANES: 'shared',
    };
    const withTls = { ...plan, ports: { ...plan.ports, 'sandbox-tls': 8_091 } };
    expect(processEnv('connector-worker', withTls, {})).toHaveProperty('APPLE_PAY_GATEWAY_CA_FILE', expect.any(String));
    expect(processEnv('connector-worker', withTls, elsewhere)['APPLE_PAY_GATEWAY_CA_FILE']).toBeUndefined();
    expect(processEnv('connector-worker', plan, elsewhere)).toMatchObject({
      ...elsewhere,
      CONNECTORS_ADYEN_TEST_BASE_URL: 'http://127.0.0.1:8090/dummy-connector',
      CONNECTORS_STRIPE_BASE_URL: 'http://127.0.0.1:8090',
      CONNECTORS_WISE_BASE_URL: 'http://127.0.0.1:8090/wise',
    });
  });
});
