import type { ConnectorName } from '@payorch/connectors';
import { baseUrlVariable, connectorNames, registry } from '@payorch/connectors';
import { defaultBreakerPolicy, defaultGatePolicy } from '@payorch/platform/http';
import * as settings from '@payorch/platform/config';
import { ConfigError, readConfig } from '@payorch/platform/config';
import type { ConfigOf, Setting } from '@payorch/platform/config';
import { egressAllow, egressPorts } from '@payorch/platform/egress';
import { walkSettings } from '@payorch/platform/rewrap';
import { retentionSettings } from '@payorch/platform/retention';
import { parsePublicKeys } from '@payorch/platform/sealing';
import { serviceSettings } from '@payorch/platform/service';
import { storageSettings } from '@payorch/platform/storage';
import { z } from 'zod';
import { readAccountLimits } from './admission/account-limits';
import type { TokenServiceTarget } from './network-tokens/token-service';

/** The base URL of each processor: the connector's default unless the environment sets another. */
const baseUrls = Object.fromEntries(
  connectorNames.map((name) => [
    name,
    settings.httpUrl(baseUrlVariable(name), 'https://processor.example/api', { fallback: registry[name].baseUrl }),
  ]),
) as Record<ConnectorName, Setting<string>>;

/** Apple's address in production; elsewhere also the sandbox's. A merchant's certificate is only ever shown over TLS. */
const applePayGateway: Setting<string> = {
  ...settings.httpUrl('APPLE_PAY_GATEWAY', 'https://apple-pay-gateway.apple.com', {
    fallback: 'https://apple-pay-gateway.apple.com',
  }),
  schema: z
    .url({ protocol: /^https$/, error: 'must be an https:// URL' })
    .transform((value) => value.replace(/\/+$/, '')),
  refusedInProduction: (value) =>
    new URL(value).hostname.endsWith('.apple.com') ? undefined : 'is not Apple’s: only Apple validates shops',
};

const applePayGatewayCa: Setting<string> = {
  ...settings.optionalCertificate('APPLE_PAY_GATEWAY_CA'),
  refusedInProduction: (text) => (text === '' ? undefined : 'is set: production trusts public issuers alone'),
};

const dayMs = 86_400_000;

const own = {
  ...serviceSettings(8085),
  ...walkSettings,
  ...storageSettings,
  ...retentionSettings,
  redisUrl: settings.redisUrl(),
  sealingPrivateKeys: settings.privateKeys('SEALING_PRIVATE_KEYS'),
  masterKeys: settings.masterKeys(),
  publicUrl: settings.publicUrl(),
  /** The lanes that this instance consumes; `*`: every lane, also one that an operator adds later. Lanes are scaled apart. */
  lanes: settings.listOf('LANES', /^(?:\*|[a-z0-9_]{1,60})$/, 'shared,big_shop', { fallback: '*' }),
  /** Messages of one topic handled at once, of all connector accounts together. */
  maxInFlight: settings.integer('MAX_IN_FLIGHT', { fallback: 1_024, min: 1, max: 10_000 }),
  /** Operations of one connector account in flight at once; ACCOUNT_LIMITS overrides this for single accounts. */
  accountMaxInFlight: settings.integer('ACCOUNT_MAX_IN_FLIGHT', {
    fallback: defaultGatePolicy.maxInFlight,
    min: 1,
    max: 10_000,
  }),
  /** The limits of single connectors or connector accounts, as JSON. */
  accountLimits: settings.plainText('ACCOUNT_LIMITS', '{"stripe": {"maxInFlight": 64}}', { fallback: '{}' }),
  /** Operations of one connector account that wait in memory, per share, before their partitions are paused. */
  accountMaxQueued: settings.integer('ACCOUNT_MAX_QUEUED', { fallback: 1_000, min: 1, max: 100_000 }),
  /** After waiting this long for room, a charge goes to the next account of its route. */
  fallbackAfterMs: settings.durationMs('FALLBACK_AFTER', 10_000),
  /** After waiting this long in memory, a follow-up (capture, void, refund …) is deferred to disk. */
  deferAfterMs: settings.durationMs('FOLLOW_UPS_DEFER_AFTER', 5_000, { min: 10 }),
  /** How long a breaker opens at first. */
  breakerOpensForMs: settings.durationMs('BREAKER_OPENS_FOR', defaultBreakerPolicy.openForMs, { min: 10 }),
  /** How long a breaker opens at most, after unanswered probes. */
  breakerOpensAtMostMs: settings.durationMs('BREAKER_OPENS_AT_MOST', defaultBreakerPolicy.longestOpenMs, { min: 10 }),
  /** After a sync without an answer, the next sync is due after this time, or later if many are due. */
  syncAgainMs: settings.durationMs('SYNC_RETRY_AFTER', 30_000, { min: 10 }),
  /** Next syncs of one connector account in a second. */
  syncsPerSecond: settings.integer('SYNCS_PER_SECOND', { fallback: 50, min: 1, max: 10_000 }),
  /** Timeout of a call to a processor. */
  callTimeoutMs: settings.durationMs('CALL_TIMEOUT_MS', 30_000, { min: 100 }),
  /** Timeout of the connection to a processor. */
  connectTimeoutMs: settings.durationMs('CONNECT_TIMEOUT_MS', 3_000, { min: 50 }),
  /** How long an operation belongs to a worker that is no longer seen. */
  leaseMs: settings.durationMs('LEASE_MS', 10_000, { min: 100 }),
  /** How often a worker refreshes its presence; a worker that misses four refreshes counts as away. */
  presenceEveryMs: settings.durationMs('PRESENCE_EVERY', 500, { min: 50 }),
  /** How often a worker publishes its health; after four times this without a message it counts as away in routing. */
  healthEveryMs: settings.durationMs('HEALTH_EVERY', 5_000, { min: 50 }),
  /** How long a dispute whose charge is not known waits for it: longer than any processor redelivers its notice. */
  unmatchedDisputesRetainedMs: settings.durationMs('UNMATCHED_DISPUTES_RETENTION', 35 * 86_400_000, { min: 1_000 }),
  applePayGateway,
  applePayGatewayCa,
  tokenServiceUrl: settings.tokenServiceUrl(),
  tokenServiceApiKey: settings.tokenServiceApiKey(),
  tokenServiceKeys: settings.tokenServiceKeys(),
  /** Timeout of a call that makes or deletes a network token. */
  tokenServiceTimeoutMs: settings.durationMs('TOKEN_SERVICE_TIMEOUT', 10_000, { min: 10 }),
  /** Timeout for the cryptogram of an authorization; after it the processor gets the number of the card. */
  cryptogramTimeoutMs: settings.durationMs('CRYPTOGRAM_TIMEOUT', 2_000, { min: 10 }),
  egressAllow: egressAllow(),
  egressPorts: egressPorts(),
  /**
   * How long an operation with a final outcome is stored. While it is, a repeated command is recognized, and webhooks find it: longer than
   * the time for disputes of a charge.
   */
  operationRetentionMs: settings.retentionMs('OPERATION_RETENTION', 730 * dayMs, { leastMs: 120 * dayMs }),
  /** How long a processor's event is recognized when it comes again. */
  processorEventRetentionMs: settings.retentionMs('PROCESSOR_EVENT_RETENTION', 35 * dayMs, { leastMs: 7 * dayMs }),
  /** How long a message waits for account settings as new as its sender knew. */
  accountVersionWaitMs: settings.durationMs('ACCOUNT_VERSION_WAIT_MS', 2_000),
};

/** `npm run docs` prints them into docs/configuration.md. */
export { own as settings, baseUrls };

/** The configuration of this service. */
export type Config = ReturnType<typeof parseConfig>;

/** Reads the environment; throws one error that lists all problems. */
export function parseConfig(env: NodeJS.ProcessEnv) {
  const config = readConfig(own, env);
  const urls = readConfig(baseUrls, env);
  const { callTimeoutMs, connectTimeoutMs, leaseMs } = config;
  const problems: string[] = [];
  // "Not found" becomes final after twice CALL_TIMEOUT_MS: by then a paused worker may no longer write to its socket.
  if (leaseMs + connectTimeoutMs >= 2 * callTimeoutMs)
    problems.push('LEASE_MS and CONNECT_TIMEOUT_MS together must be less than twice CALL_TIMEOUT_MS');
  const accountLimits = limitsIn(config.accountLimits, problems);
  const tokenService = tokenServiceIn(config, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...config, accountLimits, tokenService, baseUrls: urls };
}

function limitsIn(text: string, problems: string[]): ReturnType<typeof readAccountLimits> {
  try {
    return readAccountLimits(text);
  } catch (error) {
    problems.push(`ACCOUNT_LIMITS ${(error as Error).message}`);
    return {};
  }
}

/** The token service needs all three settings. */
function tokenServiceIn(
  { tokenServiceUrl: url, tokenServiceApiKey: apiKey, tokenServiceKeys: keys }: ConfigOf<typeof own>,
  problems: string[],
): TokenServiceTarget | null {
  if (url === null) return null;
  const [publicKey] = parsePublicKeys(keys ?? []);
  if (apiKey.reveal() === '') problems.push('TOKEN_SERVICE_URL needs TOKEN_SERVICE_API_KEY');
  if (!publicKey) problems.push('TOKEN_SERVICE_URL needs TOKEN_SERVICE_PUBLIC_KEYS');
  return publicKey ? { url, apiKey, publicKey } : null;
}
