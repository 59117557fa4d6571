import { ConfigError } from '@payorch/platform/config';
import { newSecrets } from '@payorch/provisioning';
import { readGatewayConfig } from './config';

const secrets = newSecrets();
const env = {
  MODE: 'development',
  DATABASE_URL: 'postgres://role:pw@db.internal:5432/payorch',
  REDIS_URL: 'redis://redis.internal:6379',
  KAFKA_BROKERS: 'kafka.internal:9092',
  METRICS_TOKEN: 'Vb4Kq8Zt2Xn6Rw0Yp3Lc7Hs1Dm5Jf9Ga',
  ADMIN_API_KEY: 'test_admin',
  API_KEY_HASH_SECRET: secrets.apiKeyHashSecret,
  CARD_FINGERPRINT_SECRET: secrets.cardFingerprintSecret,
  REDIRECT_SECRETS: secrets.redirectSecrets,
  SEALING_PUBLIC_KEYS: JSON.stringify(secrets.sealingPublicKeys),
  SETTINGS_KEYS: JSON.stringify(secrets.settingsKeys),
  MASTER_KEYS: JSON.stringify(secrets.masterKeys),
};

it.each([
  [undefined, []],
  ['', []],
  ['10.0.0.0/8, ::1/128', ['10.0.0.0/8', '::1/128']],
])('TRUSTED_PROXIES %j are read as %j', (text, expected) =>
  expect(
    readGatewayConfig({ ...env, ...(text === undefined ? {} : { TRUSTED_PROXIES: text }) }).trustedProxies,
  ).toEqual(expected),
);

it.each(['all', '10.0.0.0', '10.0.0.0/33', '300.0.0.1/8'])('TRUSTED_PROXIES %j is refused', (text) =>
  expect(() => readGatewayConfig({ ...env, TRUSTED_PROXIES: text })).toThrow('TRUSTED_PROXIES'),
);

it.each([
  [undefined, ['*']],
  ['https://shop.example.com, http://127.0.0.1:3000', ['https://shop.example.com', 'http://127.0.0.1:3000']],
])('CORS_ORIGINS %j are read as %j', (text, expected) =>
  expect(readGatewayConfig({ ...env, ...(text === undefined ? {} : { CORS_ORIGINS: text }) }).corsOrigins).toEqual(
    expected,
  ),
);

it.each(['shop.example.com', 'https://shop.example.com/', 'https://shop.example.com/path', 'null', 'https://*'])(
  'the origin %j is refused',
  (text) => expect(() => readGatewayConfig({ ...env, CORS_ORIGINS: text })).toThrow('CORS_ORIGINS'),
);

it('with a known admin key the gateway listens on this machine only, unless HOST differs', () => {
  expect(readGatewayConfig(env).host).toBe('127.0.0.1');
  expect(readGatewayConfig({ ...env, HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
});

describe('production', () => {
  const fit = {
    ...env,
    MODE: 'production',
    PUBLIC_URL: 'https://pay.acme.shop',
    REDIS_URL: 'redis://:c7Kq2vX9@redis.internal:6379',
    KAFKA_TLS: 'true',
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_SASL_USERNAME: 'gateway',
    KAFKA_SASL_PASSWORD: 'c7Kq2vX9mN4bT8wZ',
    ADMIN_API_KEY: 'q7Zr1xV9nB3kT5mW8cD2fG6hJ4pL0sYa',
    KEY_ENVIRONMENT: 'prd',
    TEST_CONNECTORS: 'false',
    FILE_STORAGE: 'folder',
  };
  const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
    try {
      readGatewayConfig(env);
      return [];
    } catch (error) {
      return (error as ConfigError).problems;
    }
  };
  const zeros = (bytes: number) => '00'.repeat(bytes);
  const key = (bytes: number) => JSON.stringify([{ kid: 'k', key: Buffer.alloc(bytes).toString('base64') }]);

  it('a complete configuration is accepted', () => expect(problemsOf(fit)).toEqual([]));

  it.each<[string, Record<string, string>]>([
    ['a public address without TLS', { PUBLIC_URL: 'http://pay.acme.shop' }],
    ['a Redis without a password', { REDIS_URL: 'redis://redis.internal:6379' }],
    ['a broker in the clear', { KAFKA_TLS: 'false' }],
    ['a broker without authentication', { KAFKA_SASL_MECHANISM: 'none' }],
    ['no password at the broker', { KAFKA_SASL_PASSWORD: '' }],
    ['no name at the broker', { KAFKA_SASL_USERNAME: '' }],
    ['the sample admin key', { ADMIN_API_KEY: 'test_admin' }],
    ['no admin key', { ADMIN_API_KEY: '' }],
    ['an admin key with changeme', { ADMIN_API_KEY: 'changeme-changeme-changeme-changeme' }],
    ['a short admin key', { ADMIN_API_KEY: 'short but random 8f3' }],
    ['a hash secret of zeros', { API_KEY_HASH_SECRET: zeros(32) }],
    ['a redirect secret of zeros', { REDIRECT_SECRETS: zeros(32) }],
    ['a second redirect secret of zeros', { REDIRECT_SECRETS: `${secrets.redirectSecrets},${zeros(32)}` }],
    ['a short redirect secret', { REDIRECT_SECRETS: secrets.redirectSecrets.slice(2) }],
    ['no redirect secret', { REDIRECT_SECRETS: '' }],
    ['a short hash secret', { API_KEY_HASH_SECRET: secrets.apiKeyHashSecret.slice(2) }],
    ['a fingerprint secret of zeros', { CARD_FINGERPRINT_SECRET: zeros(32) }],
    ['no fingerprint secret', { CARD_FINGERPRINT_SECRET: '' }],
    ['test connectors', { TEST_CONNECTORS: 'true' }],
    ['test connectors by default', { TEST_CONNECTORS: '' }],
    ['no address', { PUBLIC_URL: '' }],
    ['keys of no environment', { KEY_ENVIRONMENT: '' }],
    ['nothing to seal with', { SEALING_PUBLIC_KEYS: '[]' }],
    ['short settings keys', { SETTINGS_KEYS: key(16) }],
    ['settings keys of zeros', { SETTINGS_KEYS: key(32) }],
    ['no place for files', { FILE_STORAGE: '' }],
    ['an unknown place for files', { FILE_STORAGE: 'memory' }],
    ['a bucket in the clear', { FILE_STORAGE_S3_ENDPOINT: 'http://objects.acme.shop' }],
  ])('production is refused with %s', (_, wrong) => {
    const problems = problemsOf({ ...fit, ...wrong });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(Object.keys(wrong));
    // A refused value may be a secret.
    for (const value of Object.values(wrong).filter((text) => text.length > 8))
      expect(problems.join()).not.toContain(value);
  });
});

it('files in a bucket need its name and its region', () => {
  const read = (more: Record<string, string>) => () => readGatewayConfig({ ...env, FILE_STORAGE: 's3', ...more });
  expect(read({})).toThrow(/FILE_STORAGE_S3_BUCKET is not set[^]*FILE_STORAGE_S3_REGION is not set/);
  const named = { FILE_STORAGE_S3_BUCKET: 'acme-files', FILE_STORAGE_S3_REGION: 'eu-central-1' };
  expect(read(named)()).toMatchObject({ fileStorageBucket: 'acme-files', fileStorageEndpoint: null });
  expect(read({ ...named, FILE_STORAGE_S3_BUCKET: '../acme' })).toThrow('FILE_STORAGE_S3_BUCKET');
});

it.each([
  [undefined, null],
  ['none', null],
  ['{"base_currency": "USD", "timestamp": 1767607200, "rates": {}}', { base: 'USD', timestamp: 1_767_607_200 }],
])('FOREX_RATES %j are read', (text, expected) => {
  const { forexRates } = readGatewayConfig({ ...env, ...(text === undefined ? {} : { FOREX_RATES: text }) });
  if (expected === null) expect(forexRates).toBeNull();
  else expect(forexRates).toMatchObject(expected);
});

it('FOREX_RATES with a number as a rate are refused, and the message names the rate', () => {
  const rates = '{"base_currency": "USD", "timestamp": 1767607200, "rates": {"EUR": 0.92}}';
  expect(() => readGatewayConfig({ ...env, FOREX_RATES: rates })).toThrow('rates.EUR');
});
