import type { ConfigOf } from '@payorch/platform/config';
import { durationMs } from '@payorch/platform/config';

export const variables = {
  /** The time from one status of a transfer to the next. */
  settleAfterMs: durationMs('SANDBOX_ADYENPLATFORM_SETTLE_AFTER', 1000, { min: 1 }),
};
export type AdyenSettings = ConfigOf<typeof variables>;

/** Nest's injection token of the settings. */
export const adyenSettings = Symbol('adyenSettings');
