import type { DataOf } from '@payorch/contracts';
import { connectorRelayOutcome, relayCheck, relayCreate, relaySync } from '@payorch/contracts';
import { MessageController } from '@payorch/platform/kafka';
import type { Step } from '@payorch/platform/shell';
import { stepDecorators } from '@payorch/platform/shell';
import { applyRelayOutcome } from '../domain/decide/apply-outcome';
import { createRelay } from '../domain/decide/create-relay';
import { checkRelay, relaySyncDue, syncRelay } from '../domain/decide/sync-relay';
import type { Relay } from '../domain/relay';
import { relaySyncDueJob } from './jobs';
import { RelayDecisions, type RelayStepContext } from './relay-decisions';

const { Handles } = stepDecorators<Relay, unknown>();

/** Every command, outcome and due job about a relay. */
@MessageController()
export class RelaysHandlers {
  constructor(private readonly decisions: RelayDecisions) {}

  @Handles(relayCreate)
  create(command: DataOf<typeof relayCreate>, context: RelayStepContext): Step<Relay> {
    return this.decisions.stepOf(createRelay, command, context);
  }

  @Handles(relaySync)
  sync(command: DataOf<typeof relaySync>, context: RelayStepContext): Step<Relay> {
    return this.decisions.stepOf(syncRelay, command, context);
  }

  @Handles(relayCheck)
  check(command: DataOf<typeof relayCheck>, context: RelayStepContext): Step<Relay> {
    return this.decisions.stepOf(checkRelay, command, context);
  }

  @Handles(connectorRelayOutcome)
  outcome(event: DataOf<typeof connectorRelayOutcome>, context: RelayStepContext): Step<Relay> {
    return this.decisions.stepOf(applyRelayOutcome, event, context);
  }

  @Handles(relaySyncDueJob)
  syncDue(job: DataOf<typeof relaySyncDueJob>, context: RelayStepContext): Step<Relay> {
    return this.decisions.stepOf(relaySyncDue, job, context);
  }
}
