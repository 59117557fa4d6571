import type { Secret } from '@payorch/kernel';
import { logLevels, type LogLevel } from '@payorch/platform/telemetry';
import { z } from 'zod';
import { secretOf, setting, text } from './new-setting';
import { redisTargetOf } from './redis-url';
import type { Fallbacks, Setting } from './setting';

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

/**
 * How long rows are stored. Production refuses less than `leastMs`, for which something may still need them; a test may shorten the time.
 */
export const retentionMs = (
  variable: string,
  fallback: number,
  { leastMs }: { readonly leastMs: number },
): Setting<number> => ({
  ...durationMs(variable, fallback, { max: 3_650 * unitsMs.d }),
  refusedInProduction: (text) => (toMs(text) < leastMs ? `is less than ${leastMs / unitsMs.d} days` : undefined),
});

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

/** As `httpUrl`; null where it is empty, which it is by default. */
export const optionalHttpUrl = (
  variable: string,
  example: string,
  rest: Partial<Setting<string | null>> = {},
): Setting<string | null> =>
  setting(
    variable,
    z
      .string()
      .refine((value) => value === '' || isUrlOf('http:', 'https:')(value), 'must be an http:// or https:// URL')
      .transform((value) => value.replace(/\/+$/, '') || null),
    example,
    { fallback: '', ...rest },
  );

/** A public address for browsers and processors: production requires https. */
export const publicUrl = (fallbacks: Fallbacks = {}): Setting<string> => ({
  ...httpUrl('PUBLIC_URL', 'https://pay.example.com', fallbacks),
  refusedInProduction: (value) =>
    value.startsWith('http:') ? 'is an http:// URL: production is reached over TLS alone' : undefined,
});
