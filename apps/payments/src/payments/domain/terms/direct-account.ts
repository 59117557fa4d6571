import { namedAccountOf, readSplit } from '@payorch/contracts';
import type { Payment } from '../payment';

/** The connected account to which the payment belongs as a direct charge; undefined for every other payment. */
export function directAccountOf({ details }: Pick<Payment, 'details'>): string | undefined {
  const read = readSplit(details['split_payments']);
  return read.kind === 'split' ? namedAccountOf(read.split).connectedAccount : undefined;
}
