import type { Outcome } from '@payorch/contracts';
import type { Operation } from '../operation';
import { notSent, unknownBecause } from '../outcomes';

/**
 * What to say of an operation whose row somebody else wrote, where it is not sent again. `call` names the answer to the command
 * itself, which counts once; `lost` the lack of one, which a worker still calling, or a later delivery, may better.
 */
export function answerAgain(row: Operation): { readonly outcome: Outcome; readonly as: 'call' | 'lost' } {
  switch (row.state) {
    case 'answered':
    case 'unknown': {
      const outcome = row.outcome ?? unknownBecause('SENT_BEFORE', row.reference);
      return { outcome, as: outcome.kind === 'unknown' ? 'lost' : 'call' };
    }
    case 'never':
      return { outcome: row.outcome ?? notSent('NEVER_SENT'), as: 'call' };
    case 'sent':
      return { outcome: unknownBecause('SENT_BEFORE', row.reference), as: 'lost' };
  }
}
