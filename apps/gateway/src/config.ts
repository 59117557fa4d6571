import type { ConfigOf, Setting } from '@payorch/platform/config';
import {
  adminApiKey,
  apiKeyHashSecrets,
  boolean,
  databaseUrl,
  durationMs,
  hexSecret,
  host,
  httpPort,
  publicUrl,
  integer,
  listOf,
  kafkaAccessSettings,
  kafkaBrokers,
  logLevel,
  metricsToken,
  mode,
  readConfig,
  redirectSecrets,
  redisUrl,
  settingsKeys,
} from '@payorch/platform/config';
import { egressAllow, egressPorts, networks } from '@payorch/platform/egress';
import { rewrapSettings } from '@payorch/platform/rewrap';
import { watchdogTimeoutMs } from '@payorch/platform/watchdog';
import { z } from 'zod';

/** Part of every key that is given out, so that nobody takes a key of one environment for one of another. */
const keyEnvironment: Setting<string> = {
  variable: 'KEY_ENVIRONMENT',
  schema: z.enum(['dev', 'integ', 'snd', 'prd'], 'must be dev, integ, snd or prd'),
  example: 'prd',
  secret: false,
  developmentFallback: 'dev',
};

/** Networks as `10.0.0.0/8`, or nothing. */
const trustedProxies = (): Setting<readonly string[]> => {
  const list = listOf('TRUSTED_PROXIES', /^$|^[0-9A-Fa-f.:]+\/\d{1,3}$/, '10.0.0.0/8', { fallback: '' });
  return {
    ...list,
    schema: list.schema
      .transform((cidrs) => cidrs.filter((cidr) => cidr !== ''))
      .refine((cidrs) => networks(cidrs) !== undefined, 'must be networks like 10.0.0.0/8'),
  };
};

/** Origins as a browser names them, or `*`. */
const corsOrigins = (): Setting<readonly string[]> =>
  listOf('CORS_ORIGINS', /^\*$|^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/, 'https://shop.example.com', { fallback: '*' });

const testConnectors: Setting<boolean> = {
  ...boolean('TEST_CONNECTORS', true),
  example: 'false',
  refusedInProduction: (text) => (text === 'true' ? 'is true: production has no test processors' : undefined),
};

const settings = {
  mode: mode(),
  httpPort: httpPort(8080),
  /** It is the one that merchants, browsers and processors reach; in development, under known keys, this machine alone. */
  host: host({ fallback: '0.0.0.0', developmentFallback: '127.0.0.1' }),
  metricsToken: metricsToken(),
  watchdogTimeoutMs: watchdogTimeoutMs(),
  databaseUrl: databaseUrl(),
  redisUrl: redisUrl(),
  kafkaBrokers: kafkaBrokers(),
  ...kafkaAccessSettings,
  ...rewrapSettings,
  /** How long a process that died keeps its partitions from the others; below 6 s the broker has to allow it. */
  kafkaSessionMs: durationMs('KAFKA_SESSION_TIMEOUT', 6_000, { min: 1_000 }),
  logLevel: logLevel(),
  /** Our own address as browsers and processors know it. */
  publicUrl: publicUrl({ developmentFallback: 'http://127.0.0.1:8080' }),
  /** Pages of which origins may use the client routes; a secret key is taken from those that are named alone, and our own. */
  corsOrigins: corsOrigins(),
  adminApiKey: adminApiKey(),
  apiKeyHashSecrets: apiKeyHashSecrets(),
  cardFingerprintSecret: hexSecret('CARD_FINGERPRINT_SECRET'),
  /** The same as the service of payments has. */
  redirectSecrets: redirectSecrets(),
  settingsKeys: settingsKeys(),
  keyEnvironment,
  testConnectors,
  /** As many gateways as may run at once: one topic of replies each. */
  replySlots: integer('REPLY_SLOTS', { fallback: 4, min: 1, max: 64 }),
  /** How long a request waits for the answer of its object's owner. */
  replyTimeoutMs: durationMs('ANSWER_WAIT', 5_000),
  /** The same where a processor is called on the way. */
  processorReplyTimeoutMs: durationMs('PROCESSOR_ANSWER_WAIT', 35_000),
  /** How long a worker may take to apply a stored webhook before the sweep asks again. */
  webhookVerdictTimeoutMs: durationMs('WEBHOOK_VERDICT_WAIT', 2_000),
  /** A payment that unsigned webhooks name is synced no more often than this. */
  namedSyncEveryMs: durationMs('NAMED_SYNC_EVERY', 10_000),
  /** What an address that is over its limit waits for each answer to a refused webhook. */
  webhookRefusalDelayMs: durationMs('WEBHOOK_REFUSAL_DELAY', 25, { max: 1_000 }),
  /** Limits; 0: none. */
  wrongKeysPerMinute: integer('WRONG_KEYS_PER_MINUTE', { fallback: 20 }),
  wrongClientSecretsPerMinute: integer('WRONG_CLIENT_SECRETS_PER_MINUTE', { fallback: 10 }),
  requestsPerKeyPerSecond: integer('REQUESTS_PER_KEY_PER_SECOND', { fallback: 5_000 }),
  refusedWebhooksPerMinute: integer('REFUSED_WEBHOOKS_PER_MINUTE', { fallback: 60 }),
  unsignedWebhooksPerMinute: integer('UNSIGNED_WEBHOOKS_PER_MINUTE', { fallback: 300 }),
  webhookSweepEveryMs: durationMs('WEBHOOK_SWEEP_EVERY', 5_000),
  webhookRetentionMs: durationMs('WEBHOOK_KEEP', 30 * 86_400_000),
  /** A revoked key works no longer than this in any gateway. */
  accountCacheMaxAgeMs: durationMs('ACCOUNT_CACHE_MAX_AGE', 3_000, { max: 5_000 }),
  /** Whose `X-Forwarded-For` is believed; from all others it counts for nothing. */
  trustedProxies: trustedProxies(),
  /** After this time a change to the table of cards counts that another gateway made. */
  cardFactsRefreshMs: durationMs('CARD_FACTS_REFRESH', 60_000),
  cardsUploadBytes: integer('CARDS_UPLOAD_BYTES', { fallback: 32 * 1024 * 1024, min: 1_024 }),
  cardsUploadRows: integer('CARDS_UPLOAD_ROWS', { fallback: 100_000, min: 1 }),
  egressAllow: egressAllow(),
  egressPorts: egressPorts(),
  settingsRelayEveryMs: durationMs('SETTINGS_RELAY_EVERY', 1_000),
  /** How long a request's idempotency key stays taken when its gateway dies; renewed four times as often while it lives. */
  idempotencyLeaseMs: durationMs('IDEMPOTENCY_LEASE', 4_000, { min: 1_000 }),
  /** How long an idempotency key answers as it did first. */
  idempotencyRetentionMs: durationMs('IDEMPOTENCY_KEEP', 24 * 3_600_000),
  outboxRetentionMs: durationMs('OUTBOX_KEEP', 72 * 3_600_000),
  /** Questions that may be open at once; more are refused with 503. */
  maxPendingReplies: integer('MAX_OPEN_QUESTIONS', { fallback: 5_000, min: 1 }),
};

export type GatewayConfig = ConfigOf<typeof settings>;
export const readGatewayConfig = (env: NodeJS.ProcessEnv): GatewayConfig => readConfig(settings, env);
