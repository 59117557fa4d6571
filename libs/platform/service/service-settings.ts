import {
  databaseUrl,
  durationMs,
  host,
  httpPort,
  kafkaAccessSettings,
  kafkaBrokers,
  logLevel,
  metricsToken,
  mode,
} from '@payorch/platform/config';
import { watchdogTimeoutMs } from '@payorch/platform/watchdog';
import type { Secret } from '@payorch/kernel';
import type { GroupTimes, KafkaAccess } from '@payorch/platform/kafka';

/** What every service on the broker is told by its environment. */
export const serviceSettings = (port: number) => ({
  mode: mode(),
  httpPort: httpPort(port),
  host: host(),
  metricsToken: metricsToken(),
  watchdogTimeoutMs: watchdogTimeoutMs(),
  databaseUrl: databaseUrl(),
  kafkaBrokers: kafkaBrokers(),
  ...kafkaAccessSettings,
  /** How long a process that died keeps its partitions from the others; below 6 s the broker has to allow it. */
  kafkaSessionMs: durationMs('KAFKA_SESSION_TIMEOUT', 6_000, { min: 1_000 }),
  logLevel: logLevel(),
});

export interface ServiceConfig extends KafkaAccess {
  readonly databaseUrl: Secret;
  readonly kafkaBrokers: readonly string[];
  readonly kafkaSessionMs: number;
}

/**
 * An idle consumer's heartbeat goes out between two of its fetches: a member that misses two of them in a row is still one.
 * A message ends a fetch at once, so a long one costs nothing, and many short ones are most of what an idle service does;
 * but whoever leaves its group waits for the one under way.
 */
export const groupTimes = ({ kafkaSessionMs }: Pick<ServiceConfig, 'kafkaSessionMs'>): GroupTimes => ({
  sessionTimeoutMs: kafkaSessionMs,
  heartbeatMs: kafkaSessionMs / 4,
  maxWaitMs: Math.min(1_000, Math.round(kafkaSessionMs / 3)),
});
