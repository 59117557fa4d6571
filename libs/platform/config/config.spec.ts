import { Secret } from '@payorch/kernel';
import fc from 'fast-check';
import {
  adminApiKey,
  boolean,
  ConfigError,
  databaseUrl,
  describeConfig,
  durationMs,
  hexSecret,
  httpPort,
  httpUrl,
  integer,
  kafkaAccessSettings,
  kafkaBrokers,
  listOf,
  logLevel,
  mode,
  plainText,
  privateKeys,
  publicKeys,
  publicUrl,
  readConfig,
  redisUrl,
  settingsKeys,
  textSecret,
  type Environment,
  type Setting,
  type Settings,
} from './index';

const x = 'A'.repeat(43);
const jwk = { kty: 'OKP', crv: 'X25519', kid: 'cards-1', x };
const random = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const settings = {
  mode: mode(),
  port: httpPort(8080),
  database: databaseUrl(),
  redis: redisUrl(),
  brokers: kafkaBrokers(),
  level: logLevel(),
  timeout: durationMs('CALL_TIMEOUT', 30_000),
  hashKey: hexSecret('HASH_KEY'),
  admin: adminApiKey(),
};

const good: Environment = {
  MODE: 'production',
  DATABASE_URL: 'postgres://payments:hunter2@db:5432/payorch',
  REDIS_URL: 'rediss://:pw@redis:6379',
  KAFKA_BROKERS: 'kafka-1:9092, kafka-2:9092',
  HASH_KEY: random,
  ADMIN_API_KEY: 'bR7xw2Kq9TzLm4Yc8Vd1Hn6Ps3Jf5Ga0',
};

const problemsOf = (config: Settings, env: Environment): readonly string[] => {
  try {
    readConfig(config, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

const read = <T>(setting: Setting<T>, text: string): T | readonly string[] => {
  const env = { MODE: 'development', [setting.variable]: text };
  const problems = problemsOf({ value: setting }, env);
  return problems.length > 0 ? problems : readConfig({ value: setting }, env).value;
};

describe('readConfig', () => {
  it('readConfig returns typed values', () => {
    const config = readConfig(settings, good);
    expect(config).toMatchObject({
      mode: 'production',
      port: 8080,
      brokers: ['kafka-1:9092', 'kafka-2:9092'],
      level: 'info',
      timeout: 30_000,
    });
    expect(config.database.reveal()).toBe(good['DATABASE_URL']);
  });

  it('readConfig reports every problem at once, with an example and without the value', () => {
    const env = {
      MODE: 'prod',
      HTTP_PORT: '99999',
      DATABASE_URL: 'mysql://u:hunter2@db',
      HASH_KEY: 'hunter2',
      LOG_LEVEL: 'loud',
      CALL_TIMEOUT: 'soon',
    };
    const problems = problemsOf(settings, env);
    const variables = [
      'MODE',
      'HTTP_PORT',
      'DATABASE_URL',
      'REDIS_URL',
      'KAFKA_BROKERS',
      'LOG_LEVEL',
      'CALL_TIMEOUT',
      'HASH_KEY',
      'ADMIN_API_KEY',
    ];
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(variables.slice(0, -1));
    expect(problems[3]).toBe('REDIS_URL is not set (example: REDIS_URL=redis://:PASSWORD@redis.internal:6379)');
    expect(problems.join()).not.toContain('hunter2');
    const { message } = new ConfigError(problems);
    expect(message.split('\n')).toHaveLength(problems.length + 1);
  });

  it('readConfig treats an empty variable as not set', () => {
    expect(problemsOf({ redis: redisUrl() }, { REDIS_URL: '' })[0]).toContain('is not set');
    expect(readConfig({ port: httpPort(3000) }, { HTTP_PORT: '' })).toEqual({ port: 3000 });
  });

  it('readConfig reads a secret from the file that an orchestrator provides', () => {
    const files: Readonly<Record<string, string>> = { '/run/secrets/key': `${random}\n` };
    const readFile = (path: string): string => {
      const text = files[path];
      if (text === undefined) throw new Error(`ENOENT ${path}`);
      return text;
    };
    const config = { key: hexSecret('HASH_KEY') };
    expect(readConfig(config, { HASH_KEY_FILE: '/run/secrets/key' }, readFile).key.reveal()).toBe(random);
    expect(() => readConfig(config, { HASH_KEY_FILE: '/nowhere' }, readFile)).toThrow('HASH_KEY cannot be read');
  });
});

describe('production', () => {
  it('production starts with its own values', () => expect(problemsOf(settings, good)).toEqual([]));

  it.each<[string, Environment, string]>([
    ['the default admin key', { ADMIN_API_KEY: undefined }, 'takes no default'],
    ['the sample admin key', { ADMIN_API_KEY: 'test_admin' }, 'too short'],
    ['a short admin key', { ADMIN_API_KEY: 'x8Jq0' }, 'too short'],
    ['a long sample', { ADMIN_API_KEY: 'test_admin_test_admin_test_admin_x' }, 'is a sample'],
    ['a key that is not random', { HASH_KEY: '00'.repeat(32) }, 'is a sample'],
    ['a short key', { HASH_KEY: random.slice(2) }, 'at least 64 hex digits'],
    ['armed fail points', { FAIL_POINTS: 'before-commit=kill' }, 'no fail points'],
    ['fail points that others may arm', { FAIL_POINTS_BY_MESSAGE: 'true' }, 'no fail points'],
  ])('production refuses %s', (_, change, problem) => {
    const problems = problemsOf(settings, { ...good, ...change });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it('production requires more than development', () => {
    const env = {
      ...good,
      MODE: 'development',
      ADMIN_API_KEY: undefined,
      HASH_KEY: '00'.repeat(32),
      FAIL_POINTS: 'before-commit=kill@2',
    };
    expect(readConfig(settings, env).admin.reveal()).toBe('test_admin');
  });

  it('development refuses fail points that no code passes', () => {
    expect(problemsOf({}, { FAIL_POINTS: 'nowhere=kill' })).toEqual([
      'FAIL_POINTS names an unknown fail point "nowhere"',
    ]);
  });
});

describe('access to the broker', () => {
  const reached = (env: Environment) => problemsOf(kafkaAccessSettings, { MODE: 'production', ...env });
  const scram = { KAFKA_TLS: 'true', KAFKA_SASL_MECHANISM: 'scram-sha-512' };
  const known = { KAFKA_SASL_USERNAME: 'payments', KAFKA_SASL_PASSWORD: 'c7Kq2vX9mN4bT8wZ' };

  it('access to the broker of production requires TLS and authentication', () => {
    expect(reached({ ...scram, ...known })).toEqual([]);
    expect(reached({}).map((problem) => problem.split(' ')[0])).toEqual(['KAFKA_TLS', 'KAFKA_SASL_MECHANISM']);
  });

  it('authenticated access requires a name and a password, and a token URL for OAuth', () => {
    expect(reached(scram)[0]).toContain('KAFKA_SASL_USERNAME is not set, and KAFKA_SASL_MECHANISM is scram-sha-512');
    const oauth = { ...scram, ...known, KAFKA_SASL_MECHANISM: 'oauthbearer' };
    expect(reached(oauth)).toEqual([expect.stringContaining('KAFKA_OAUTH_TOKEN_URL is not set')]);
    const served = { ...oauth, KAFKA_OAUTH_TOKEN_URL: 'http://login.internal/token' };
    expect(reached(served)).toEqual([expect.stringContaining('KAFKA_OAUTH_TOKEN_URL')]);
  });

  it('access of development may be open, and is refused with incomplete credentials', () => {
    expect(problemsOf(kafkaAccessSettings, { MODE: 'development' })).toEqual([]);
    const half = { MODE: 'development', KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'payments' };
    expect(problemsOf(kafkaAccessSettings, half)).toEqual([expect.stringContaining('KAFKA_SASL_PASSWORD is not set')]);
    expect(problemsOf(kafkaAccessSettings, { MODE: 'development', KAFKA_CA: 'no PEM' })).toHaveLength(1);
  });

  it.each([
    ['redis://redis:6379', 1],
    ['rediss://app@redis:6379', 1],
    ['redis://:word@redis:6379', 0],
    ['rediss://app:word@redis:6379/2', 0],
  ])('production refuses a Redis without a password at %s: %i', (url, problems) =>
    expect(problemsOf({ redis: redisUrl() }, { MODE: 'production', REDIS_URL: url })).toHaveLength(problems),
  );

  it('only production refuses a public URL without TLS', () => {
    const env = { PUBLIC_URL: 'http://pay.acme.shop' };
    expect(problemsOf({ url: publicUrl() }, { ...env, MODE: 'production' })).toHaveLength(1);
    expect(problemsOf({ url: publicUrl() }, { ...env, MODE: 'development' })).toEqual([]);
  });
});

describe('settings', () => {
  it.each<[string, Setting<unknown>, string, unknown]>([
    ['a time', durationMs('T', 1), '250', 250],
    ['a duration in ms', durationMs('T', 1), '250ms', 250],
    ['a duration in seconds', durationMs('T', 1), '30s', 30_000],
    ['a duration in hours', durationMs('T', 1), '24h', 86_400_000],
    ['an integer', integer('N'), '7', 7],
    ['true', boolean('B', false), 'true', true],
    ['false', boolean('B', true), 'false', false],
    ['a list', listOf('CONNECTORS', /^[a-z]+$/, 'stripe,adyen'), 'stripe, adyen', ['stripe', 'adyen']],
    ['a URL', httpUrl('BASE_URL', 'https://pay.example'), 'https://pay.example//', 'https://pay.example'],
    ['text', plainText('NAME', 'a'), ' a ', ' a '],
    ['public keys', publicKeys('KEYS'), JSON.stringify([{ ...jwk, use: 'enc' }]), [jwk]],
  ])('settings read %s', (_, setting, text, value) => expect(read(setting, text)).toEqual(value));

  it.each<[string, Setting<unknown>, string]>([
    ['a duration above the maximum', durationMs('T', 1), '9999d'],
    ['a duration below its minimum', durationMs('T', 1_000, { min: 100 }), '99'],
    ['a duration in fortnights', durationMs('T', 1), '2fn'],
    ['a negative duration', durationMs('T', 1), '-1'],
    ['a fraction', integer('N'), '1.5'],
    ['a number too large', integer('N', { max: 5 }), '6'],
    ['yes', boolean('B', false), 'yes'],
    ['a broker without a port', kafkaBrokers(), 'kafka-1'],
    ['an empty item in a list', kafkaBrokers(), 'a:1,,b:2'],
    ['a URL of another scheme', httpUrl('BASE_URL', 'https://pay.example'), 'ftp://x'],
    ['hex with other characters', hexSecret('K'), 'zz'.repeat(32)],
    ['hex that is too short', hexSecret('K', { bytes: 1 }), 'abc'],
    ['keys that are not JSON', publicKeys('KEYS'), '{'],
    ['no keys', publicKeys('KEYS'), '[]'],
    ['a key without an id', publicKeys('KEYS'), JSON.stringify([{ ...jwk, kid: undefined }])],
    ['two keys with one id', publicKeys('KEYS'), JSON.stringify([jwk, jwk])],
    ['a key of another curve', publicKeys('KEYS'), JSON.stringify([{ ...jwk, crv: 'P-256' }])],
    ['a public key where a private one belongs', privateKeys('KEYS'), JSON.stringify([jwk])],
    ['settings keys that are too short', settingsKeys(), '[{"kid":"a","key":"AAAA"}]'],
    ['settings keys that are not JSON', settingsKeys(), 'AAAA'],
  ])('settings refuse %s', (_, setting, text) =>
    expect(read(setting, text)).toEqual([expect.stringContaining(`${setting.variable} `)]),
  );

  it('settings never repeat a refused secret', () => {
    const secrets = [hexSecret('K'), privateKeys('K'), settingsKeys(), databaseUrl(), redisUrl()];
    fc.assert(
      fc.property(fc.constantFrom(...secrets), fc.stringMatching(/^[g-z]{12,40}$/), (setting, text) => {
        expect(problemsOf({ setting }, { [setting.variable]: text }).join()).not.toContain(text);
      }),
    );
  });

  it.each([
    ['random', random, 0],
    ['a sample', '00'.repeat(32), 1],
  ])('settings accept settings keys that are %s in production: %s', (_, hex, problems) => {
    const list = JSON.stringify([{ kid: 'a', key: Buffer.from(hex, 'hex').toString('base64') }]);
    const env = { MODE: 'production', SETTINGS_KEYS: list };
    expect(problemsOf({ keys: settingsKeys() }, env)).toHaveLength(problems);
    expect(problemsOf({ keys: settingsKeys() }, { ...env, MODE: 'development' })).toEqual([]);
  });

  it('settings store private keys as a text that does not print', () => {
    const text = JSON.stringify([{ ...jwk, d: x }]);
    const keys = read(privateKeys('KEYS'), text);
    expect(keys).toBeInstanceOf(Secret);
    expect((keys as Secret).reveal()).toBe(text);
  });
});

describe('describeConfig', () => {
  it('describeConfig shows everything but the secrets', () => {
    const shown = describeConfig(readConfig({ ...settings, token: textSecret('TOKEN', { fallback: random }) }, good));
    expect(shown).toMatchObject({
      mode: 'production',
      brokers: ['kafka-1:9092', 'kafka-2:9092'],
      database: '***',
      admin: '***',
      token: '***',
    });
    expect(JSON.stringify(shown)).not.toMatch(/hunter2|9f86d|bR7x/);
  });
});
