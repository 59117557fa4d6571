import type { Logger } from '@payorch/platform/telemetry';

/** The parts of a process that the shutdown needs: a test provides its own. */
export interface ProcessLike {
  on(event: string, listener: (...args: unknown[]) => void): unknown;
  exit(code: number): void;
}

export interface ShutdownOptions {
  readonly process: ProcessLike;
  readonly logger: Logger;
  readonly drain: () => Promise<void>;
  readonly timeoutMs: number;
}

/**
 * SIGTERM and SIGINT drain once: exit 0 when everything is released, 1 when that fails or takes too long; a second
 * signal exits at once. An uncaught error ends the process: another process takes over its leases and messages.
 */
export function shutDownOnSignals({ process, logger, drain, timeoutMs }: ShutdownOptions): void {
  let draining = false;
  const onSignal = (signal: string) => (): void => {
    if (draining) {
      logger.warn({ signal }, 'second signal: exit without waiting');
      return process.exit(1);
    }
    draining = true;
    logger.info({ signal }, 'draining');
    const timer = setTimeout(() => {
      logger.error({ timeoutMs }, 'draining took too long');
      process.exit(1);
    }, timeoutMs);
    timer.unref();
    drain().then(
      () => {
        clearTimeout(timer);
        logger.info('drained');
        process.exit(0);
      },
      (error: unknown) => {
        logger.error({ error }, 'draining failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal('SIGTERM'));
  process.on('SIGINT', onSignal('SIGINT'));
  for (const event of ['unhandledRejection', 'uncaughtException'])
    process.on(event, (error) => {
      logger.fatal({ error, event }, 'uncaught error');
      process.exit(1);
    });
}
