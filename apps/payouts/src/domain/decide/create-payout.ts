import type { DataOf, payoutCreate } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { decided } from '@payorch/operations';
import { beginPayout } from '../begin-payout';
import { withDestination } from '../change-payout';
import type { DecideContext, Decision } from '../decision';
import { isIn, type Payout } from '../payout';

type Command = DataOf<typeof payoutCreate>;

/** Creates a payout, and begins it where the request confirms it. An id that exists is refused. */
export function createPayout(known: Payout | undefined, command: Command, context: DecideContext): Decision {
  if (known) return refuse('payout_exists', { id: command.payoutId });
  const { destination, confirm } = command;
  const created = destination ? withDestination(newPayout(command, context), command) : newPayout(command, context);
  // Without a destination it waits for one, whether or not the request confirms it.
  if (confirm && isIn(created, 'requires_confirmation')) return beginPayout(created, context);
  return decided(created, [{ kind: 'reply', pendingReplies: context.pendingReplies }]);
}

const newPayout = (
  { merchantId, payoutId, profileId, clientSecret, fields, link }: Command,
  { now, partition }: DecideContext,
): Payout<'requires_payout_method_data'> => ({
  merchantId,
  payoutId,
  profileId,
  clientSecret,
  fields,
  link,
  partition,
  version: 0,
  destination: null,
  payoutMethodId: null,
  endedAttempts: [],
  incidents: [],
  isRedacted: false,
  syncCount: 0,
  pendingReplies: [],
  createdAt: now,
  modifiedAt: now,
  state: 'requires_payout_method_data',
  facts: {},
});
