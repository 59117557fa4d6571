import type { Outcome } from '@payorch/contracts';
import { entryOf, otherOperation } from '@payorch/connector-kit';
import { declinedBy } from '../errors';
import { waiting } from './next-action';
import type { RequestedAmount } from './status';
import { accepted, unseen, voided } from './status';
import { savedBySetup } from './saved-references';
import type { SetupIntent } from './wire';

const setups: Readonly<Record<string, (setup: SetupIntent, requested: RequestedAmount) => Outcome>> = {
  // A set-up has no amount: it charged the requested amount, zero.
  succeeded: (setup, { money }) => ({ kind: 'captured', reference: setup.id, money, ...savedBySetup(setup) }),
  processing: accepted,
  requires_action: waiting,
  requires_confirmation: accepted,
  requires_payment_method: (setup) =>
    setup.last_setup_error ? declinedBy(setup.last_setup_error, setup.id) : accepted(setup),
  canceled: voided,
};

/** The outcome of a set-up. A set-up that names another operation id is unknown. */
export function setupOf(setup: SetupIntent, requested: RequestedAmount): Outcome {
  const named = setup.metadata?.['operation_id'];
  if (named && named !== requested.id) return otherOperation(setup.id);
  const read = entryOf(setups, setup.status);
  return read ? read(setup, requested) : unseen(setup);
}

/** The outcome of the set-up call. A failure without an error is final, since no call is in flight any more. */
export const setUpBy = (setup: SetupIntent, requested: RequestedAmount): Outcome =>
  setup.status === 'requires_payment_method' ? declinedBy(setup.last_setup_error, setup.id) : setupOf(setup, requested);
