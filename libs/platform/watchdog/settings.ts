import type { Setting } from '@payorch/platform/config';
import { durationMs } from '@payorch/platform/config';

/**
 * WATCHDOG_TIMEOUT: an event loop that stands still for so long ends its process; 10 s by default. `0` turns the watchdog off,
 * for a debugger's breakpoints: production takes no such value.
 */
export const watchdogTimeoutMs = (): Setting<number> => ({
  ...durationMs('WATCHDOG_TIMEOUT', 10_000, { max: 600_000 }),
  example: '10s',
  refusedInProduction: (text) =>
    /^0+(ms|s|m|h|d)?$/.test(text) ? 'is 0: in production a process that hangs must end' : undefined,
});
