import { connectorRelayOutcome, relayCheck, relayCreate, relaySync } from '@payorch/contracts';
import { MessageController } from '@payorch/platform/kafka';
import { Decides, decisionsAbout } from '@payorch/platform/shell';
import { applyRelayOutcome } from '../domain/decide/apply-outcome';
import { createRelay } from '../domain/decide/create-relay';
import { checkRelay, relaySyncDue, syncRelay } from '../domain/decide/sync-relay';
import type { DecideContext, Decision } from '../domain/decision';
import type { Relay } from '../domain/relay';
import { relaySyncDueJob } from '../persistence/jobs';
import { RelayDecisions } from './relay-decisions';

const on = decisionsAbout<Relay, DecideContext, Decision>();

/** Every command, outcome and due job about a relay, with its decision. */
@MessageController()
@Decides(
  on(relayCreate, createRelay),
  on(relaySync, syncRelay),
  on(relayCheck, checkRelay),
  on(connectorRelayOutcome, applyRelayOutcome),
  on(relaySyncDueJob, relaySyncDue),
)
export class RelaysHandlers {
  constructor(readonly decisions: RelayDecisions) {}
}
