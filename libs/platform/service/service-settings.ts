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
import { otlpEndpoint } from '@payorch/platform/tracing';
import { watchdogTimeoutMs } from '@payorch/platform/watchdog';
import type { Secret } from '@payorch/kernel';
import type { GroupTimes, KafkaAccess } from '@payorch/platform/kafka';

/** The environment variables of every service on the broker. */
export const serviceSettings = (port: number) => ({
  mode: mode(),
  httpPort: httpPort(port),
  host: host(),
  metricsToken: metricsToken(),
  watchdogTimeoutMs: watchdogTimeoutMs(),
  otlpEndpoint: otlpEndpoint(),
  databaseUrl: databaseUrl(),
  kafkaBrokers: kafkaBrokers(),
  ...kafkaAccessSettings,
  /** Time until the partitions of a dead process are reassigned; below 6 s the broker must allow it. */
  kafkaSessionMs: durationMs('KAFKA_SESSION_TIMEOUT', 6_000, { min: 1_000 }),
  logLevel: logLevel(),
});

export interface ServiceConfig extends KafkaAccess {
  readonly databaseUrl: Secret;
  readonly kafkaBrokers: readonly string[];
  readonly kafkaSessionMs: number;
}

/**
 * An idle consumer sends its heartbeat between two fetches; a member that misses two heartbeats in a row is still a
 * member. A message ends a fetch at once, so a long fetch costs nothing, and short fetches are most of an idle
 * service's work; but a leaving member waits for the fetch under way.
 */
export const groupTimes = ({ kafkaSessionMs }: Pick<ServiceConfig, 'kafkaSessionMs'>): GroupTimes => ({
  sessionTimeoutMs: kafkaSessionMs,
  heartbeatMs: kafkaSessionMs / 4,
  maxWaitMs: Math.min(1_000, Math.round(kafkaSessionMs / 3)),
});
