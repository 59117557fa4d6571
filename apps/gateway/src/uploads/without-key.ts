import { refuse } from '@payorch/contracts';

/** A key stands for one request, and the digest of a request does not cover a file: another file would get the results of the first. */
export const withoutKey = refuse('invalid_request', {
  message: 'An upload may be sent again as it is, and takes no Idempotency-Key',
});
