import type { DataOf, payoutRedact } from '@payorch/contracts';
import { isSameValue } from '@payorch/kernel';
import { decided, unchanged } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { erased, erasedAtLast } from '../erase';
import { notFound, type Payout } from '../payout';

/** The recipient was deleted: erases who receives the payout, and where, at once or when nothing more is sent. */
export function redactPayout(
  payout: Payout | undefined,
  { isLast }: DataOf<typeof payoutRedact>,
  { pendingReplies }: DecideContext,
): Decision {
  if (!payout) return notFound();
  // Each time: a webhook may have been requested since the pass before.
  const done = [{ kind: 'redact_webhooks' }, { kind: 'acknowledge', pendingReplies }] as const;
  const marked = { ...payout, isRedacted: true };
  const without = isLast ? erasedAtLast(marked) : erased(marked);
  return isSameValue(personOf(without), personOf(payout)) ? unchanged(done) : decided(without, done);
}

/** What a redaction changes. */
const personOf = ({ isRedacted, fields: { customer, billing, description }, destination }: Payout) => ({
  isRedacted,
  customer,
  billing,
  description,
  destination: destination && destination.fingerprint,
});
