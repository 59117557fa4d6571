import type { Outcome } from '@payorch/contracts';
import type { Operation } from '../operation';
import { notSent, unknownBecause } from '../outcomes';

/**
 * The outcome to publish for an operation whose row another claim wrote, if the operation is not sent again. `as` is part of
 * the message id. call: the answer to the command, which counts once. lost: there is no answer yet; the worker that is still
 * calling, or a later delivery, may publish one.
 */
export function repeatedOutcome(row: Operation): { readonly outcome: Outcome; readonly as: 'call' | 'lost' } {
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
