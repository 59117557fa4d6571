import type { ConnectorName } from '@payorch/connectors';
import { connectorNames, isConnectorName, registry } from '@payorch/connectors';
import * as settings from '@payorch/platform/config';
import { ConfigError, readConfig } from '@payorch/platform/config';
import type { Setting } from '@payorch/platform/config';
import { serviceSettings } from '@payorch/platform/service';

const variableOf = (name: ConnectorName): string => `CONNECTORS_${name.toUpperCase()}_BASE_URL`;

/** Where each processor is called; its own address unless the environment says otherwise. */
const baseUrls = Object.fromEntries(
  connectorNames.map((name) => [
    name,
    settings.httpUrl(variableOf(name), 'https://processor.example/api', { fallback: registry[name].baseUrl }),
  ]),
) as Record<ConnectorName, Setting<string>>;

const own = {
  ...serviceSettings(8085),
  redisUrl: settings.redisUrl(),
  sealingPrivateKeys: settings.privateKeys('SEALING_PRIVATE_KEYS'),
  publicUrl: settings.httpUrl('PUBLIC_URL', 'https://payments.example'),
  /** The processors that this instance calls; operators scale and roll them apart. */
  connectors: settings.listOf('CONNECTORS', /^[a-z0-9_]+$/, 'stripe_test,adyen_test', {
    fallback: connectorNames.join(','),
  }),
  maxInFlight: settings.integer('MAX_IN_FLIGHT', { fallback: 256, min: 1, max: 10_000 }),
  callTimeoutMs: settings.durationMs('CALL_TIMEOUT_MS', 30_000, { min: 100 }),
  connectTimeoutMs: settings.durationMs('CONNECT_TIMEOUT_MS', 3_000, { min: 50 }),
  leaseMs: settings.durationMs('LEASE_MS', 10_000, { min: 100 }),
  /** How often a worker says that it is there; one that has missed four times is away. */
  presenceEveryMs: settings.durationMs('PRESENCE_EVERY', 500, { min: 50 }),
  accountVersionWaitMs: settings.durationMs('ACCOUNT_VERSION_WAIT_MS', 2_000),
};

/** What the environment says. */
export type Config = ReturnType<typeof parseConfig>;

/** Reads the environment; throws everything that is wrong with it at once. */
export function parseConfig(env: NodeJS.ProcessEnv) {
  const config = readConfig(own, env);
  const urls = readConfig(baseUrls, env);
  const { callTimeoutMs, connectTimeoutMs, leaseMs } = config;
  const unknown = config.connectors.filter((name) => !isConnectorName(name));
  const problems = unknown.map((name) => `CONNECTORS names ${name}, which no connector has`);
  // "Not found" becomes final after twice the call's time: by then no paused worker may still write.
  if (leaseMs + connectTimeoutMs >= 2 * callTimeoutMs)
    problems.push('LEASE_MS and CONNECT_TIMEOUT_MS together must be less than twice CALL_TIMEOUT_MS');
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...config, connectors: config.connectors as readonly ConnectorName[], baseUrls: urls };
}
