import type { Outcome } from '@payorch/contracts';
import type { Operation } from '../operation';
import { notSent, unknownBecause } from '../outcomes';

/**
 * What to say of an operation whose row somebody else wrote. It is never called again, since no processor is trusted to
 * tell a second call from a new one. `call` names the answer to the command itself, which counts once; `lost` an answer
 * that a worker still calling may better.
 */
export function answerAgain(row: Operation): { readonly outcome: Outcome; readonly as: 'call' | 'lost' } {
  switch (row.state) {
    case 'answered':
    case 'unknown':
      return { outcome: row.outcome ?? unknownBecause('SENT_BEFORE', row.reference), as: 'call' };
    case 'never':
      return { outcome: notSent('NEVER_SENT'), as: 'call' };
    case 'sent':
      return { outcome: unknownBecause('SENT_BEFORE', row.reference), as: 'lost' };
  }
}
