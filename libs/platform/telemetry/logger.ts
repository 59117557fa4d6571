import pino, { type DestinationStream } from 'pino';
import { operationEvents, operationFields, type OperationLine } from './operation-line';
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
  /** A line about an operation at a processor or a webhook; its event is the message. */
  operation(line: OperationLine): void;
  /** The same logger with fields that every line carries (request id, payment id). */
  child(facts: Readonly<Record<string, unknown>>): Logger;
}

/** `flushSync` writes the lines that the output has gathered. */
interface Output extends DestinationStream {
  flushSync?(): void;
}

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Default: standard output. */
  readonly destination?: Output;
}

type Facts = Readonly<Record<string, unknown>>;

const redactFacts = (facts: Facts): Record<string, unknown> => redact(facts) as Record<string, unknown>;

/** Levels whose lines are written at once. */
const urgentLevels: ReadonlySet<string> = new Set(['fatal', 'error', 'warn'] satisfies LogLevel[]);

function over(lines: pino.Logger, flush: () => void): Logger {
  const write = (level: Exclude<LogLevel, 'silent'>, facts: object, message: string): void => {
    lines[level](facts, message);
    if (urgentLevels.has(level)) flush();
  };
  const method = (level: Exclude<LogLevel, 'silent'>): LogMethod => {
    return (first: string | Facts, message?: string) => {
      // Do not copy a line that its level suppresses.
      if (!lines.isLevelEnabled(level)) return;
      if (typeof first === 'string') write(level, {}, redactText(first));
      else write(level, redactFacts(first), redactText(message ?? ''));
    };
  };
  return {
    fatal: method('fatal'),
    error: method('error'),
    warn: method('warn'),
    info: method('info'),
    debug: method('debug'),
    trace: method('trace'),
    operation: (line) => {
      const level = operationEvents[line.event];
      if (lines.isLevelEnabled(level)) write(level, operationFields(line), line.event);
    },
    child: (facts) => over(lines.child(redactFacts(facts)), flush),
  };
}

/** Gathers lines: a system call for each would cost more than the line itself. */
function standardOutput(): Output {
  const output = pino.destination({ dest: 1, sync: true, minLength: 8_192, periodicFlush: 100 });
  process.on('exit', () => output.flushSync());
  return output;
}

/**
 * The only logger: one JSON line per event, redacted before it is written. Lines below `warn` are written together, within
 * 100 ms; a warning or an error at once, with all lines before it; the rest at the end of the process.
 */
export function createLogger({ service, level, destination }: LoggerOptions): Logger {
  const output: Output = destination ?? standardOutput();
  const lines = pino(
    {
      level,
      base: { service, pid: process.pid },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  );
  return over(lines, () => output.flushSync?.());
}

/** Logs nothing: for tests and for tools that print by themselves. */
export const silentLogger: Logger = {
  fatal: () => undefined,
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  trace: () => undefined,
  operation: () => undefined,
  child: () => silentLogger,
};
