import { Kafka, logLevel, type LogEntry } from 'kafkajs';
import { clientAccess, type KafkaAccess } from './access';
import './idle-queues';

/** The part of a logger that this library needs; pino fits. */
export interface Log {
  debug(fields: object, text: string): void;
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export interface KafkaConfig {
  readonly brokers: readonly string[];
  /** Default: no TLS and no authentication. */
  readonly access?: KafkaAccess;
  readonly clientId: string;
  readonly log: Log;
}

/**
 * The client library reports as errors, many times a second, conditions that it recovers from by itself (a restarting
 * broker, a rebalance), so its lines are logged at a lower level. This library logs its own warnings.
 */
const levelOf = (level: logLevel): keyof Log => (level === logLevel.ERROR ? 'info' : 'debug');

const write = (log: Log, { level, namespace, log: { message, timestamp, logger, ...fields } }: LogEntry): void =>
  log[levelOf(level)]({ ...fields, namespace }, `kafka: ${message}`);

/** Short timeouts and few retries: the code that uses the client retries for ever and replaces failed clients. */
export function createKafka({ brokers, access, clientId, log }: KafkaConfig): Kafka {
  return new Kafka({
    brokers: [...brokers],
    clientId,
    ...(access && clientAccess(access)),
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5 },
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => write(log, entry),
  });
}
