import { refuse, type Refusal } from '@payorch/contracts';

const printable = /^[\x20-\x7e]{1,255}$/;

/** The value of the header, or the refusal of an invalid one. */
export function readIdempotencyKey(header: string | readonly string[]): string | Refusal {
  return typeof header === 'string' && printable.test(header)
    ? header
    : refuse('invalid_value', { field: 'Idempotency-Key: 1 to 255 printable ASCII characters' });
}
