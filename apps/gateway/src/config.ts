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
  masterKeys,
  settingsKeys,
  tokenServiceUrl,
} from '@payorch/platform/config';
import { egressAllow, egressPorts, networks } from '@payorch/platform/egress';
import { storageSettings } from '@payorch/platform/storage';
import { retentionSettings } from '@payorch/platform/retention';
import { rewrapSettings } from '@payorch/platform/rewrap';
import { otlpEndpoint } from '@payorch/platform/tracing';
import { watchdogTimeoutMs } from '@payorch/platform/watchdog';
import { z } from 'zod';
import { applePayDomainAssociation } from './apple-pay-association';
import { forexRates } from './forex-rates';

/** Part of every new key, so that a key of one environment is not mistaken for a key of another. */
const keyEnvironment: Setting<string> = {
  variable: 'KEY_ENVIRONMENT',
  schema: z.enum(['dev', 'integ', 'snd', 'prd'], 'must be dev, integ, snd or prd'),
  example: 'prd',
  secret: false,
  developmentFallback: 'dev',
};

/** Networks such as `10.0.0.0/8`, or empty. */
const trustedProxies = (): Setting<readonly string[]> => {
  const list = listOf('TRUSTED_PROXIES', /^$|^[0-9A-Fa-f.:]+\/\d{1,3}$/, '10.0.0.0/8', { fallback: '' });
  return {
    ...list,
    schema: list.schema
      .transform((cidrs) => cidrs.filter((cidr) => cidr !== ''))
      .refine((cidrs) => networks(cidrs) !== undefined, 'must be networks like 10.0.0.0/8'),
  };
};

/** Origins as browsers send them, or `*`. */
const corsOrigins = (): Setting<readonly string[]> =>
  listOf('CORS_ORIGINS', /^\*$|^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/, 'https://shop.example.com', { fallback: '*' });

/** Whether the test processors exist. */
const testConnectors: Setting<boolean> = {
  ...boolean('TEST_CONNECTORS', true),
  example: 'false',
  refusedInProduction: (text) => (text === 'true' ? 'is true: production has no test processors' : undefined),
};

/** `npm run docs` prints them into docs/configuration.md. */
export const settings = {
  mode: mode(),
  httpPort: httpPort(8080),
  /** Merchants, browsers and processors reach the gateway; in development, with known keys, only this machine does. */
  host: host({ fallback: '0.0.0.0', developmentFallback: '127.0.0.1' }),
  metricsToken: metricsToken(),
  watchdogTimeoutMs: watchdogTimeoutMs(),
  otlpEndpoint: otlpEndpoint(),
  databaseUrl: databaseUrl(),
  redisUrl: redisUrl(),
  kafkaBrokers: kafkaBrokers(),
  ...kafkaAccessSettings,
  ...rewrapSettings,
  ...storageSettings,
  /** How long the broker reserves the partitions of a dead process; below 6 s the broker must allow it. */
  kafkaSessionMs: durationMs('KAFKA_SESSION_TIMEOUT', 6_000, { min: 1_000 }),
  logLevel: logLevel(),
  /** The gateway's address for browsers and processors. */
  publicUrl: publicUrl({ developmentFallback: 'http://127.0.0.1:8080' }),
  /** The origins whose pages may call the client routes; only named origins and the gateway's own may send a secret key. */
  corsOrigins: corsOrigins(),
  adminApiKey: adminApiKey(),
  apiKeyHashSecrets: apiKeyHashSecrets(),
  /** Makes the fingerprints of cards, by which blocklists find them; a new value forgets all fingerprints. */
  cardFingerprintSecret: hexSecret('CARD_FINGERPRINT_SECRET'),
  /** The same value as in the payments service. */
  redirectSecrets: redirectSecrets(),
  settingsKeys: settingsKeys(),
  masterKeys: masterKeys(),
  keyEnvironment,
  testConnectors,
  /** The maximum number of gateways: each reads one reply topic. */
  replySlots: integer('REPLY_SLOTS', { fallback: 4, min: 1, max: 64 }),
  /** The timeout of a reply from the owner of an object. */
  replyTimeoutMs: durationMs('REPLY_TIMEOUT', 5_000),
  /** The same for a command that calls a processor. */
  processorReplyTimeoutMs: durationMs('PROCESSOR_REPLY_TIMEOUT', 35_000),
  /** How long a session request waits for Apple's validation of a shop; then it is answered without Apple Pay. */
  walletSessionTimeoutMs: durationMs('WALLET_SESSION_TIMEOUT', 4_000, { min: 100 }),
  /** How long a worker may take to apply a stored webhook before the sweep retries. */
  webhookVerdictTimeoutMs: durationMs('WEBHOOK_VERDICT_TIMEOUT', 2_000),
  /** The shortest interval between two syncs of a payment that unsigned webhooks name. */
  namedSyncEveryMs: durationMs('NAMED_SYNC_EVERY', 10_000),
  /** The delay of each response to a refused webhook from an address over its limit. */
  webhookRefusalDelayMs: durationMs('WEBHOOK_REFUSAL_DELAY', 25, { max: 1_000 }),
  /** Requests of one address with a wrong API key in a minute; 0, here and in the next limits: no limit. */
  wrongKeysPerMinute: integer('WRONG_KEYS_PER_MINUTE', { fallback: 20 }),
  /** Requests of one address with a wrong client secret of one payment in a minute. */
  wrongClientSecretsPerMinute: integer('WRONG_CLIENT_SECRETS_PER_MINUTE', { fallback: 10 }),
  /** Requests with one API key in a second, of all gateways together; a publishable key counts for each address. */
  requestsPerKeyPerSecond: integer('REQUESTS_PER_KEY_PER_SECOND', { fallback: 5_000 }),
  /** Refused webhooks of one address in a minute; the answers to further ones are delayed. */
  refusedWebhooksPerMinute: integer('REFUSED_WEBHOOKS_PER_MINUTE', { fallback: 60 }),
  /** Unsigned webhooks of one connector account in a minute that cause a sync. */
  unsignedWebhooksPerMinute: integer('UNSIGNED_WEBHOOKS_PER_MINUTE', { fallback: 300 }),
  /** Apple Pay sessions in browsers of one payment in a minute. */
  applePaySessionsPerMinute: integer('APPLE_PAY_SESSIONS_PER_MINUTE', { fallback: 10 }),
  /** Apple Pay sessions in browsers of one connector account in a minute. */
  accountApplePaySessionsPerMinute: integer('ACCOUNT_APPLE_PAY_SESSIONS_PER_MINUTE', { fallback: 1_200 }),
  /** Checks of credentials and registrations of webhooks at a processor, of one merchant. */
  credentialChecksPerMinute: integer('CREDENTIAL_CHECKS_PER_MINUTE', { fallback: 10 }),
  /** Verifications of domains, by Apple and for payment links, of one merchant. */
  domainVerificationsPerMinute: integer('DOMAIN_VERIFICATIONS_PER_MINUTE', { fallback: 10 }),
  /** Test events of webhooks, of one merchant. */
  webhookTestsPerMinute: integer('WEBHOOK_TESTS_PER_MINUTE', { fallback: 10 }),
  /** Lists of disputes at processors, of one merchant. */
  disputeFetchesPerMinute: integer('DISPUTE_FETCHES_PER_MINUTE', { fallback: 10 }),
  /** Manual retries of webhook events, of one merchant. */
  webhookRetriesPerMinute: integer('WEBHOOK_RETRIES_PER_MINUTE', { fallback: 60 }),
  /** The interval of the search for stored webhooks of processors without a verdict. */
  webhookSweepEveryMs: durationMs('WEBHOOK_SWEEP_EVERY', 5_000),
  /** How long the webhooks of processors are stored. */
  webhookRetentionMs: durationMs('WEBHOOK_RETENTION', 30 * 86_400_000),
  /** The longest time for which any gateway accepts a revoked key. */
  accountCacheMaxAgeMs: durationMs('ACCOUNT_CACHE_MAX_AGE', 3_000, { max: 5_000 }),
  /** The proxies whose `X-Forwarded-For` counts. */
  trustedProxies: trustedProxies(),
  /** The delay until a change of the card table that another gateway made is visible. */
  cardFactsRefreshMs: durationMs('CARD_FACTS_REFRESH', 60_000),
  /** The size of the largest file, in bytes: facts of cards, blocklists, payment methods. */
  cardsUploadBytes: integer('CARDS_UPLOAD_BYTES', { fallback: 32 * 1024 * 1024, min: 1_024 }),
  /** The number of rows of the largest upload of the card table. */
  cardsUploadRows: integer('CARDS_UPLOAD_ROWS', { fallback: 100_000, min: 1 }),
  /** The maximum number of rows of a file with payment methods. */
  paymentMethodsUploadRows: integer('PAYMENT_METHODS_UPLOAD_ROWS', { fallback: 10_000, min: 1, max: 100_000 }),
  /** The interval of the search for uploads of blocklists that another gateway left. */
  blocklistJobsEveryMs: durationMs('BLOCKLIST_JOBS_EVERY', 5_000),
  /** How long an upload of a blocklist is stored and listed. */
  blocklistJobRetentionMs: durationMs('BLOCKLIST_JOB_RETENTION', 30 * 86_400_000, { min: 3_600_000 }),
  /** The interval of the search for deletions of customers whose data the gateway has not erased from its own tables. */
  customerDeletionsEveryMs: durationMs('CUSTOMER_DELETIONS_EVERY', 5_000),
  /** The maximum number of inline credentials of a connector account. They stay as long as the account. */
  inlineCredentialsPerAccount: integer('INLINE_CREDENTIALS_PER_ACCOUNT', { fallback: 200, min: 1, max: 10_000 }),
  forexRates: forexRates(),
  /** Apple's file for the host of payment links, served to Apple; read at the start. */
  applePayDomainAssociation: applePayDomainAssociation(),
  /** Older rates between currencies are not served. */
  forexRatesMaxAgeMs: durationMs('FOREX_RATES_MAX_AGE', 48 * 3_600_000),
  /** Set: network tokens can be made. Only workers call the service. */
  tokenServiceUrl: tokenServiceUrl(),
  egressAllow: egressAllow(),
  egressPorts: egressPorts(),
  /** The interval of the checks of a verified domain of payment links. */
  pageDomainCheckEveryMs: durationMs('PAGE_DOMAIN_CHECK_EVERY', 86_400_000, { min: 1_000 }),
  /** Failed checks in a row after which such a domain lapses. */
  pageDomainFailedChecks: integer('PAGE_DOMAIN_FAILED_CHECKS', { fallback: 3, min: 1, max: 100 }),
  /** The interval of the search for such domains that are due. */
  pageDomainSearchEveryMs: durationMs('PAGE_DOMAIN_SEARCH_EVERY', 60_000, { min: 100 }),
  /** The name servers, as address:port, that are asked for the TXT records of such domains; empty: the system's. */
  pageDomainNameServers: listOf(
    'PAGE_DOMAIN_NAME_SERVERS',
    /^$|^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9A-Fa-f:]+\]):\d{1,5}$/,
    '192.0.2.53:53',
    {
      fallback: '',
    },
  ),
  /** How long the runs of reconciliations are listed. */
  reconciliationRetentionMs: durationMs('RECONCILIATION_RETENTION', 400 * 86_400_000, {
    min: 86_400_000,
    max: 3_650 * 86_400_000,
  }),
  /** How long a file of a merchant is kept, if nothing deletes it before. */
  filesRetentionMs: durationMs('FILES_RETENTION', 730 * 86_400_000, { min: 86_400_000, max: 3_650 * 86_400_000 }),
  /** The interval of the search for files that are due to be deleted: after their retention, or left by a gateway that died. */
  filesCleanUpEveryMs: durationMs('FILES_CLEAN_UP_EVERY', 60_000, { min: 50 }),
  /** The maximum number of files in the memory of a gateway, each of at most 5 MB; the gateway refuses more with 503. */
  filesAtOnce: integer('FILES_AT_ONCE', { fallback: 24, min: 1, max: 1_000 }),
  /** The same, of one merchant. */
  filesAtOncePerMerchant: integer('FILES_AT_ONCE_PER_MERCHANT', { fallback: 8, min: 1, max: 1_000 }),
  /** The interval of the search for settings messages that are not published. */
  settingsRelayEveryMs: durationMs('SETTINGS_RELAY_EVERY', 1_000),
  /** How long an ephemeral key opens what concerns its customer. */
  ephemeralKeyLifetimeMs: durationMs('EPHEMERAL_KEY_LIFETIME', 3_600_000, { min: 1_000 }),
  /** How long an idempotency key stays locked after its gateway died. */
  idempotencyLeaseMs: durationMs('IDEMPOTENCY_LEASE', 4_000, { min: 1_000 }),
  /** How long an idempotency key answers as it did first. */
  idempotencyRetentionMs: durationMs('IDEMPOTENCY_RETENTION', 24 * 3_600_000),
  ...retentionSettings,
  /** The maximum number of pending replies; the gateway refuses more with 503. */
  maxPendingReplies: integer('MAX_PENDING_REPLIES', { fallback: 5_000, min: 1 }),
};

export type GatewayConfig = ConfigOf<typeof settings>;
export const readGatewayConfig = (env: NodeJS.ProcessEnv): GatewayConfig => readConfig(settings, env);
