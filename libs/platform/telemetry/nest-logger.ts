import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger';

/** What Nest says goes the way of our own lines. Its start-up chatter (a line a route and module) is debug to us. */
export function nestLogger(logger: Logger): LoggerService {
  const say = (write: Logger['info'], message: unknown, rest: readonly unknown[]): void => {
    const context = rest.at(-1);
    const facts = {
      ...(typeof context === 'string' ? { context } : {}),
      ...(message instanceof Error ? { error: message } : {}),
      ...(rest.length > 1 ? { detail: rest.slice(0, -1) } : {}),
    };
    write(facts, typeof message === 'string' ? message : message instanceof Error ? message.message : 'Nest');
  };
  return {
    log: (message: unknown, ...rest: unknown[]) => say(logger.debug, message, rest),
    error: (message: unknown, ...rest: unknown[]) => say(logger.error, message, rest),
    warn: (message: unknown, ...rest: unknown[]) => say(logger.warn, message, rest),
    debug: (message: unknown, ...rest: unknown[]) => say(logger.trace, message, rest),
    verbose: (message: unknown, ...rest: unknown[]) => say(logger.trace, message, rest),
    fatal: (message: unknown, ...rest: unknown[]) => say(logger.fatal, message, rest),
  };
}
