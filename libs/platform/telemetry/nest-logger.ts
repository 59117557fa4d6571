import type { LoggerService } from '@nestjs/common';
import { errorText } from './error-facts';
import type { Logger } from './logger';

/** Routes Nest's log lines to our logger. Its start-up lines (one per route and module) have level debug. */
export function nestLogger(logger: Logger): LoggerService {
  const write = (write: Logger['info'], message: unknown, rest: readonly unknown[]): void => {
    const context = rest.at(-1);
    const facts = {
      ...(typeof context === 'string' ? { context } : {}),
      ...(message instanceof Error ? { error: message } : {}),
      ...(rest.length > 1 ? { detail: rest.slice(0, -1) } : {}),
    };
    write(facts, typeof message === 'string' ? message : message instanceof Error ? errorText(message) : 'Nest');
  };
  return {
    log: (message: unknown, ...rest: unknown[]) => write(logger.debug, message, rest),
    error: (message: unknown, ...rest: unknown[]) => write(logger.error, message, rest),
    warn: (message: unknown, ...rest: unknown[]) => write(logger.warn, message, rest),
    debug: (message: unknown, ...rest: unknown[]) => write(logger.trace, message, rest),
    verbose: (message: unknown, ...rest: unknown[]) => write(logger.trace, message, rest),
    fatal: (message: unknown, ...rest: unknown[]) => write(logger.fatal, message, rest),
  };
}
