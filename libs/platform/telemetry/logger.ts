import pino, { type DestinationStream } from 'pino';
import { redact, redactText } from './redact';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogMethod {
  (message: string): void;
  (facts: Readonly<Record<string, unknown>>, message: string): void;
}

/** JSON lines: fields by name, a constant message. Errors are under `error`. */
export interface Logger {
  readonly fatal: LogMethod;
  readonly error: LogMethod;
  readonly warn: LogMethod;
  readonly info: LogMethod;
  readonly debug: LogMethod;
  readonly trace: LogMethod;
  /** The same logger with fields that every line carries (request id, payment id). */
  child(facts: Readonly<Record<string, unknown>>): Logger;
}

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
}

type Facts = Readonly<Record<string, unknown>>;

const redactFacts = (facts: Facts): Record<string, unknown> => redact(facts) as Record<string, unknown>;

function over(lines: pino.Logger): Logger {
  const method = (level: Exclude<LogLevel, 'silent'>): LogMethod => {
    return (first: string | Facts, message?: string) => {
      // Do not copy a line that its level suppresses.
      if (!lines.isLevelEnabled(level)) return;
      if (typeof first === 'string') lines[level](redactText(first));
      else lines[level](redactFacts(first), redactText(message ?? ''));
    };
  };
  return {
    fatal: method('fatal'),
    error: method('error'),
    warn: method('warn'),
    info: method('info'),
    debug: method('debug'),
    trace: method('trace'),
    child: (facts) => over(lines.child(redactFacts(facts))),
  };
}

/** The only logger: one JSON line per event, redacted before it is written, flushed before a crash. */
export function createLogger({ service, level, destination }: LoggerOptions): Logger {
  const lines = pino(
    {
      level,
      base: { service, pid: process.pid },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
  return over(lines);
}

/** Logs nothing: for tests and for tools that print by themselves. */
export const silentLogger: Logger = {
  fatal: () => undefined,
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  trace: () => undefined,
  child: () => silentLogger,
};
