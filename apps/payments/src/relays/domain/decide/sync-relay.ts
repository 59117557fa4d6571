import { refuse } from '@payorch/contracts';
import { afterScheduledSync, syncDelayMs } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { decided, unchanged } from '../decision';
import type { Relay } from '../relay';
import { isOpen, withIncident } from '../relay';

/** `force_sync`: syncs with the processor while the outcome is open, else replies at once. */
export function syncRelay(relay: Relay | undefined, _command: unknown, { pendingReplies }: DecideContext): Decision {
  if (!relay) return refuse('relay_not_found');
  if (!isOpen(relay)) return unchanged([{ kind: 'reply', pendingReplies }]);
  const waiting = [...relay.pendingReplies, ...pendingReplies];
  return decided({ ...relay, syncCount: relay.syncCount + 1, pendingReplies: waiting }, [{ kind: 'sync' }]);
}

/** Follows a command without a reply in time, in the same order: replies with the relay's present state. */
export const checkRelay = (relay: Relay | undefined, _command: unknown, { pendingReplies }: DecideContext): Decision =>
  relay ? unchanged([{ kind: 'reply', pendingReplies }]) : refuse('relay_not_found');

/** A due sync; the next one is planned before its outcome, so that a lost outcome costs nothing. */
export function relaySyncDue(relay: Relay | undefined, _job: unknown, { rules }: DecideContext): Decision {
  if (!relay || !isOpen(relay)) return unchanged();
  const { syncCount, isStillUnknown } = afterScheduledSync(relay.syncCount, rules);
  const syncing = { ...relay, syncCount };
  return decided(isStillUnknown ? withIncident(syncing, 'still_unknown') : syncing, [
    { kind: 'sync' },
    { kind: 'sync_later', delayMs: syncDelayMs(rules, syncCount) },
  ]);
}
