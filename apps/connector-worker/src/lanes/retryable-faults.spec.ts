import { DataKeysUnknown, SealError } from '@payorch/platform/sealing';
import { isRetryable } from './retryable-faults';

it('a message of a merchant whose data keys have not arrived is retried without a limit', () => {
  expect(isRetryable(new DataKeysUnknown('acme_1'))).toBe(true);
});

it('a message whose seal does not open is not retried without a limit', () => {
  for (const fault of ['tampered', 'malformed', 'unknown_key'] as const)
    expect(isRetryable(new SealError(fault))).toBe(false);
});
