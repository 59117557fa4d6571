import { Injectable } from '@nestjs/common';
import { connectorRelay, connectorRelaySync, outgoing, refuse } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, RelayId } from '@payorch/kernel';
import { newOperationId } from '@payorch/kernel';
import type { AccountSettings, Incoming } from '@payorch/platform/kafka';
import type { Performers } from '@payorch/platform/resources';
import {
  decidedStep,
  isHidden,
  jobEffects,
  pendingRepliesOf,
  repliesTo,
  replyToRedelivery,
} from '@payorch/platform/resources';
import type { RedeliveryReply, Step, StepContext } from '@payorch/platform/shell';
import type { DecideContext, Decision, Effect, RelayRules } from '../domain/decision';
import { type Relay, syncedOf } from '../domain/relay';
import { relaySyncDueJob } from '../persistence/jobs';
import { relayView } from '../queries/relay.view';
import { relayEventOf } from './relay-events';

export type RelayStepContext = StepContext<Relay, unknown>;

interface About {
  readonly merchantId: MerchantId;
  readonly relayId: RelayId;
}

type Decide<Data> = (relay: Relay | undefined, data: Data, context: DecideContext) => Decision;

export abstract class RelayParts {
  abstract readonly settings: Pick<AccountSettings, 'account'>;
  abstract readonly rules: RelayRules;
}

/** Turns decisions about relays into the steps of their messages. */
@Injectable()
export class RelayDecisions {
  constructor(private readonly parts: RelayParts) {}

  stepOf<Data extends About>(
    decide: Decide<Data>,
    data: Data,
    { state: before, now, incoming }: RelayStepContext,
  ): Step<Relay> {
    if (isHidden(before, incoming)) return { refusal: refuse('relay_not_found') };
    const { settings, rules } = this.parts;
    const decision = decide(before, data, {
      now,
      rules,
      newOperationId,
      partition: incoming.origin.partition,
      pendingReplies: pendingRepliesOf(incoming),
      accountOf: (id) => settings.account(data.merchantId, id as MerchantConnectorId),
    });
    return decidedStep(decision, { before, now }, { performers, changed: (from, to) => [relayEventOf(from, to)] });
  }

  replyToRedelivery(relay: Relay | undefined, incoming: Incoming): RedeliveryReply {
    return relay && replyToRedelivery(relay.pendingReplies, incoming, () => relayView(relay));
  }
}

const syncs = jobEffects(relaySyncDueJob, ({ merchantId, relayId }: Relay) => ({ merchantId, relayId }));

const performers: Performers<Relay, Effect> = {
  sync_later: syncs.later,
  cancel_sync: syncs.cancel,
  send: (relay, { operation }) => ({ messages: [outgoing(connectorRelay, { ...operationOf(relay), operation })] }),
  sync(relay) {
    const { connectorReference, version: round } = relay;
    const operation = syncedOf(relay);
    // The version numbers the sync: an outcome under an earlier number counts as redelivered.
    return {
      messages: [outgoing(connectorRelaySync, { ...operationOf(relay), operation, connectorReference, round })],
    };
  },
  reply: (relay, { pendingReplies }) => repliesTo(pendingReplies, { kind: 'response', body: relayView(relay) }),
};

const operationOf = ({ operation, merchantId, profileId, relayId, account, reference }: Relay) => ({
  operationId: operation,
  merchantId,
  profileId,
  relayId,
  account,
  reference,
});
