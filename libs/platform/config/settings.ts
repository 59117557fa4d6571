import { Secret } from '@payorch/kernel';
import { logLevels, type LogLevel } from '@payorch/platform/telemetry';
import { z } from 'zod';
import { looksLikeSample, weakSecret, type Fallbacks, type Setting } from './setting';
import { redisTargetOf } from './redis-url';
import { jwksText, type PublicJwk } from './jwks';

const text = (message: string) => z.string({ error: message });

const setting = <T>(
  variable: string,
  schema: z.ZodType<T, string>,
  example: string,
  rest: Partial<Setting<T>> = {},
): Setting<T> => ({
  variable,
  schema,
  example,
  secret: false,
  ...rest,
});

const secretOf = (schema: z.ZodType<string, string>): z.ZodType<Secret, string> =>
  schema.transform((value) => new Secret(value));

export type Mode = 'development' | 'production';

/** MODE: production refuses values that are only good for tests. Required: MODE has no default. */
export const mode = (): Setting<Mode> =>
  setting('MODE', z.enum(['development', 'production'], 'must be development or production'), 'production');

/** HTTP_PORT: 0 lets the system choose. */
export const httpPort = (fallback?: number): Setting<number> =>
  integer('HTTP_PORT', { min: 0, max: 65_535, ...(fallback === undefined ? {} : { fallback }) });

/**
 * HOST: the listen address. The default is reachable from this machine only; `0.0.0.0` and `::` are reachable from
 * everywhere.
 */
export const host = (fallbacks: Fallbacks = { fallback: '127.0.0.1' }): Setting<string> => ({
  ...plainText('HOST', '0.0.0.0', fallbacks),
  schema: z.string().regex(/^[A-Za-z0-9.:_-]+$/, 'must be an address or a host name'),
});

/**
 * METRICS_TOKEN: a scraper sends it as `Authorization: Bearer …`. Required in production; without a token the metrics
 * are open.
 */
export const metricsToken = (): Setting<Secret> => textSecret('METRICS_TOKEN', { developmentFallback: '' });

const isUrlOf =
  (...protocols: string[]) =>
  (value: string): boolean =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol);

/** DATABASE_URL: connects with the service's own role. A `Secret`, because it contains the role's password. */
export const databaseUrl = (): Setting<Secret> =>
  setting(
    'DATABASE_URL',
    secretOf(text('').refine(isUrlOf('postgres:', 'postgresql:'), 'must be a postgres:// URL')),
    'postgres://payments:PASSWORD@db.internal:5432/payorch',
    { secret: true },
  );

/** A list of addresses (Sentinel, Cluster) has the password in its first address. */
const hasPassword = (value: string): boolean => /^[a-z+-]+:\/\/[^/@\s]*:[^/@\s]+@/.test(value);

/** REDIS_URL: one server, sentinels or a cluster (`redis-url.ts`). A `Secret`, because it may contain a password. */
export const redisUrl = (): Setting<Secret> =>
  setting(
    'REDIS_URL',
    secretOf(
      text('').refine(
        (value) => redisTargetOf(value) !== undefined,
        'must be a redis://, rediss://, redis+sentinel:// or redis+cluster:// URL',
      ),
    ),
    'redis://:PASSWORD@redis.internal:6379',
    {
      secret: true,
      refusedInProduction: (value) =>
        hasPassword(value)
          ? undefined
          : 'has no password: production stores nothing in a Redis that is open to everyone',
    },
  );

const hostAndPort = /^[A-Za-z0-9._-]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$/;

/** A comma-separated list; blanks around items are ignored. */
export const listOf = (
  variable: string,
  item: RegExp,
  example: string,
  fallbacks: Fallbacks = {},
): Setting<readonly string[]> =>
  setting(
    variable,
    z
      .string()
      .transform((value) => value.split(',').map((part) => part.trim()))
      .refine((parts) => parts.every((part) => item.test(part)), `must be a list like ${example}`),
    example,
    fallbacks,
  );

/** KAFKA_BROKERS: some brokers of the cluster; the client discovers the others. */
export const kafkaBrokers = (): Setting<readonly string[]> =>
  listOf('KAFKA_BROKERS', hostAndPort, 'kafka-1.internal:9092,kafka-2.internal:9092');

/** LOG_LEVEL: default info. */
export const logLevel = (): Setting<LogLevel> =>
  setting('LOG_LEVEL', z.enum(logLevels, `must be one of ${logLevels.join(', ')}`), 'info', { fallback: 'info' });

export interface Range {
  readonly fallback?: number;
  readonly min?: number;
  readonly max?: number;
}

/** An integer within bounds. */
export const integer = (
  variable: string,
  { fallback, min = 0, max = Number.MAX_SAFE_INTEGER }: Range = {},
): Setting<number> =>
  setting(
    variable,
    z
      .string()
      .regex(/^-?\d{1,15}$/, 'must be a whole number')
      .transform(Number)
      .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`),
    String(fallback ?? min),
    fallback === undefined ? {} : { fallback: String(fallback) },
  );

const unitsMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const toMs = (value: string): number => {
  const [, count = '', unit = 'ms'] = /^(\d+)(ms|s|m|h|d)?$/.exec(value) ?? [];
  return Number(count) * unitsMs[unit as keyof typeof unitsMs];
};

/** A duration, returned in milliseconds: `250`, `250ms`, `30s`, `15m`, `24h`, `30d`. */
export const durationMs = (
  variable: string,
  fallback: number,
  { min = 0, max = 365 * unitsMs.d }: Range = {},
): Setting<number> =>
  setting(
    variable,
    z
      .string()
      .regex(/^\d{1,12}(ms|s|m|h|d)?$/, 'must be a time like 250ms, 30s, 15m or 24h')
      .transform(toMs)
      .refine((value) => value >= min && value <= max, `must be from ${min} ms to ${max} ms`),
    `${fallback}ms`,
    { fallback: `${fallback}` },
  );

/** KEYS_RELOAD_EVERY: the interval at which key list files are read again, so that keys rotate without a restart. */
export const keysReloadEveryMs = (): Setting<number> => durationMs('KEYS_RELOAD_EVERY', 2_000, { min: 50 });

/** `true` or `false`; any other text is refused. */
export const boolean = (variable: string, fallback: boolean): Setting<boolean> =>
  setting(
    variable,
    z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true'),
    String(fallback),
    { fallback: String(fallback) },
  );

/** Any non-empty text. */
export const plainText = (variable: string, example: string, fallbacks: Fallbacks = {}): Setting<string> =>
  setting(variable, z.string(), example, fallbacks);

/** An absolute http or https URL, returned without a trailing slash. */
export const httpUrl = (variable: string, example: string, fallbacks: Fallbacks = {}): Setting<string> =>
  setting(
    variable,
    text('')
      .refine(isUrlOf('http:', 'https:'), 'must be an http:// or https:// URL')
      .transform((value) => value.replace(/\/+$/, '')),
    example,
    fallbacks,
  );

/** A public address for browsers and processors: production requires https. */
export const publicUrl = (fallbacks: Fallbacks = {}): Setting<string> => ({
  ...httpUrl('PUBLIC_URL', 'https://pay.example.com', fallbacks),
  refusedInProduction: (value) =>
    value.startsWith('http:') ? 'is an http:// URL: production is reached over TLS alone' : undefined,
});

/** A key as hex digits, at least `bytes` long (default 32). */
export const hexSecret = (
  variable: string,
  { bytes = 32, ...fallbacks }: Fallbacks & { readonly bytes?: number } = {},
): Setting<Secret> =>
  setting(
    variable,
    secretOf(
      z
        .string()
        .regex(/^(?:[0-9a-fA-F]{2})+$/, 'must be hex digits')
        .min(2 * bytes, `must be at least ${2 * bytes} hex digits`),
    ),
    `<${2 * bytes} random hex digits>`,
    { secret: true, refusedInProduction: weakSecret(2 * bytes), ...fallbacks },
  );

/** Several keys as hex digits, separated by commas: the first is current, the others are still accepted. */
export const hexSecrets = (variable: string): Setting<readonly [Secret, ...Secret[]]> => ({
  variable,
  schema: text('')
    .regex(/^[0-9a-fA-F]+(,[0-9a-fA-F]+)*$/, 'must be hex digits, or several such keys separated by commas')
    .refine((list) => list.split(',').every((key) => key.length % 2 === 0 && key.length >= 64), {
      error: 'must have at least 64 hex digits in every key',
    })
    .transform((list) => list.split(',').map((key) => new Secret(key)) as [Secret, ...Secret[]]),
  example: '<64 random hex digits>',
  secret: true,
  refusedInProduction: (list) => list.split(',').map(weakSecret(64)).find(Boolean),
});

/**
 * REDIRECT_SECRETS: hex keys, separated by commas, for the tokens in customers' addresses; the first makes tokens, all
 * verify them.
 */
export const redirectSecrets = (): Setting<readonly [Secret, ...Secret[]]> => hexSecrets('REDIRECT_SECRETS');

/**
 * API_KEY_HASH_SECRET: the first secret hashes stored API keys; a key hashed with another secret is hashed again when
 * it is used.
 */
export const apiKeyHashSecrets = (): Setting<readonly [Secret, ...Secret[]]> => hexSecrets('API_KEY_HASH_SECRET');

/** A secret of any form (admin key, internal token). */
export const textSecret = (variable: string, fallbacks: Fallbacks = {}): Setting<Secret> =>
  setting(variable, secretOf(z.string()), '<32 random characters or more>', {
    secret: true,
    refusedInProduction: weakSecret(32),
    ...fallbacks,
  });

/** ADMIN_API_KEY: default `test_admin` in development; production requires a value. */
export const adminApiKey = (): Setting<Secret> => textSecret('ADMIN_API_KEY', { developmentFallback: 'test_admin' });

/** A JWK list of X25519 public keys with `kid`; the first is used for new seals. */
export const publicKeys = (variable: string): Setting<readonly PublicJwk[]> =>
  setting(variable, jwksText('public'), '[{"kty":"OKP","crv":"X25519","kid":"cards-1","x":"…"}]');

/** A JWK list of X25519 private keys with `kid`, as validated text: only the code that opens seals parses it. */
export const privateKeys = (variable: string): Setting<Secret> =>
  setting(
    variable,
    secretOf(
      text('').superRefine((value, problems) => {
        const parsed = jwksText('private').safeParse(value);
        if (!parsed.success) problems.addIssue(parsed.error.issues[0]!.message);
      }),
    ),
    '[{"kty":"OKP","crv":"X25519","kid":"cards-1","x":"…","d":"…"}]',
    { secret: true },
  );

const settingsKeyList = z
  .array(
    z.object({
      kid: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
      key: z.base64().refine((key) => Buffer.from(key, 'base64').length === 32),
    }),
  )
  .min(1);

const isSettingsKeyList = (value: string): boolean => {
  try {
    return settingsKeyList.safeParse(JSON.parse(value)).success;
  } catch {
    return false;
  }
};

/** Checks the hex digits of the key bytes: a random key contains nearly all of 0 to f, a sample does not. */
const sampleSettingsKey = (value: string): string | undefined => {
  const keys = settingsKeyList.parse(JSON.parse(value));
  const isSample = keys.some(({ key }) => looksLikeSample(Buffer.from(key, 'base64').toString('hex')));
  return isSample ? 'contains a sample: production needs random keys of its own' : undefined;
};

/** A list of symmetric keys, as validated text; the first seals, all open. */
const keyList = (variable: string): Setting<Secret> =>
  setting(
    variable,
    secretOf(z.string().refine(isSettingsKeyList, 'must be a JSON list of {kid, key}, each key 32 bytes in base64')),
    '[{"kid":"2026-1","key":"<32 random bytes in base64>"}]',
    { secret: true, refusedInProduction: sampleSettingsKey },
  );

/** SETTINGS_KEYS: the keys that seal a service's own secrets. */
export const settingsKeys = (): Setting<Secret> => keyList('SETTINGS_KEYS');

/** MASTER_KEYS: the keys that wrap the data keys of all merchants. */
export const masterKeys = (): Setting<Secret> => keyList('MASTER_KEYS');
