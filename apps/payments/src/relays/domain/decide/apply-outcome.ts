import { unchanged } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { decideFollowed, relayFollower, type RelayOutcome } from '../follow-relay';
import type { Relay } from '../relay';

/** Applies an outcome to its relay, from the call, a sync or a webhook, in any order and any number of times. */
export const applyRelayOutcome = (relay: Relay | undefined, event: RelayOutcome, context: DecideContext): Decision =>
  relay?.operation === event.operationId ? decideFollowed(relayFollower.outcome(relay, event, context)) : unchanged();
