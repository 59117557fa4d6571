import type { Outcome } from '@payorch/contracts';

/** Outcomes of a processor. */
export const declined = (retry: 'never' | 'another_account' = 'never'): Outcome => ({
  kind: 'declined',
  reference: 'ref_1',
  error: { code: 'DC_08', message: 'Payment declined: Card declined', reason: null },
  retry,
});
export const unknown: Outcome = {
  kind: 'unknown',
  reference: null,
  error: { code: 'TIMEOUT', message: 'no answer in time', reason: null },
};
