import type { Setting } from '@payorch/platform/config';
import { durationMs } from '@payorch/platform/config';

/**
 * WATCHDOG_TIMEOUT: the process ends when its event loop is blocked for this time; default 10 s. `0` disables the
 * watchdog for a debugger's breakpoints; production refuses `0`.
 */
export const watchdogTimeoutMs = (): Setting<number> => ({
  ...durationMs('WATCHDOG_TIMEOUT', 10_000, { max: 600_000 }),
  example: '10s',
  refusedInProduction: (text) =>
    /^0+(ms|s|m|h|d)?$/.test(text) ? 'is 0: in production a process that hangs must end' : undefined,
});
