import { Kafka, logLevel, type LogEntry } from 'kafkajs';
import { clientAccess, type KafkaAccess } from './access';
import './quiet-queues';

/** What this library asks of a logger; pino fits as it is. */
export interface Log {
  debug(fields: object, text: string): void;
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export interface KafkaConfig {
  readonly brokers: readonly string[];
  /** Nothing: in the clear, and as nobody. */
  readonly access?: KafkaAccess;
  readonly clientId: string;
  readonly log: Log;
}

/**
 * The client library reports as errors, many times a second, what it goes on to cure itself (a broker restarting, a group
 * moving), so its words count less here. What is worth a warning, this library says in its own.
 */
const levelOf = (level: logLevel): keyof Log => (level === logLevel.ERROR ? 'info' : 'debug');

const write = (log: Log, { level, namespace, log: { message, timestamp, logger, ...fields } }: LogEntry): void =>
  log[levelOf(level)]({ ...fields, namespace }, `kafka: ${message}`);

/** Short waits and few retries of its own: whoever uses the client retries for ever and rebuilds what died. */
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
