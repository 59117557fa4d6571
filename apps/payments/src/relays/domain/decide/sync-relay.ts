import { refuse } from '@payorch/contracts';
import { unchanged } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { decideFollowed, relayFollower } from '../follow-relay';
import type { Relay } from '../relay';

/** `force_sync`: syncs with the processor while the outcome is open, else replies at once. */
export function syncRelay(relay: Relay | undefined, _command: unknown, { pendingReplies }: DecideContext): Decision {
  if (!relay) return refuse('relay_not_found');
  return relayFollower.isOpen(relay)
    ? decideFollowed(relayFollower.sync(relay, pendingReplies))
    : unchanged([{ kind: 'reply', pendingReplies }]);
}

/** Follows a command without a reply in time, in the same order: replies with the relay's present state. */
export const checkRelay = (relay: Relay | undefined, _command: unknown, { pendingReplies }: DecideContext): Decision =>
  relay ? unchanged([{ kind: 'reply', pendingReplies }]) : refuse('relay_not_found');

/** A sync of the relay is due. */
export const relaySyncDue = (relay: Relay | undefined, _job: unknown, { rules }: DecideContext): Decision =>
  decideFollowed(relay && relayFollower.syncDue(relay, rules));
