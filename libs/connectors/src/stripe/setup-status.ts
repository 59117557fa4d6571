import type { Outcome } from '@payorch/contracts';
import { unknown } from '@payorch/connector-kit';
import { declinedBy } from './declines';
import { waiting } from './next-action';
import type { Asked } from './status';
import { accepted, unseen, voided } from './status';
import { storedBySetup } from './stored';
import type { SetupIntent } from './wire';

const setups: Readonly<Record<string, (setup: SetupIntent, asked: Asked) => Outcome>> = {
  // It names no sum: what it charged is what was asked for, nothing.
  succeeded: (setup, { money }) => ({ kind: 'captured', reference: setup.id, money, ...storedBySetup(setup) }),
  processing: accepted,
  requires_action: waiting,
  requires_confirmation: accepted,
  requires_payment_method: (setup) =>
    setup.last_setup_error ? declinedBy(setup.last_setup_error, setup.id) : accepted(setup),
  canceled: voided,
};

/** What a set-up says of itself. One that names another operation of ours is no answer to this one. */
export function setupOf(setup: SetupIntent, asked: Asked): Outcome {
  const named = setup.metadata?.['operation_id'];
  if (named && named !== asked.id) {
    return unknown('OTHER_REFERENCE', 'The processor answered for another operation', setup.id);
  }
  const read = Object.hasOwn(setups, setup.status) ? setups[setup.status] : undefined;
  return read ? read(setup, asked) : unseen(setup);
}

/** The answer to the call itself: what failed without a word has failed, since nothing is under way any more. */
export const setUpBy = (setup: SetupIntent, asked: Asked): Outcome =>
  setup.status === 'requires_payment_method' ? declinedBy(setup.last_setup_error, setup.id) : setupOf(setup, asked);
