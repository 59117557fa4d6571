import { SendAborted } from '@payorch/platform/kafka';
import { isTransient } from '@payorch/platform/postgres';
import { DataKeysUnknown } from '@payorch/platform/sealing';
import { SettingsOutdated } from '../accounts/settings-outdated';

/** Retryable without a limit: infrastructure is down, or settings have not arrived yet. */
export const isRetryable = (error: Error): boolean =>
  isTransient(error) ||
  error instanceof SettingsOutdated ||
  error instanceof DataKeysUnknown ||
  error instanceof SendAborted;
