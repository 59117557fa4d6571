import { Injectable } from '@nestjs/common';
import type { Outgoing } from '@payorch/contracts';
import { connectorRelay, connectorRelaySync, isRefusal, outgoing, refuse, relayKey } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, RelayId } from '@payorch/kernel';
import { newOperationId } from '@payorch/kernel';
import { jobIdOf } from '@payorch/platform/jobs';
import type { AccountSettings, Incoming } from '@payorch/platform/kafka';
import type { AddressedReply, RedeliveryReply, ScheduledJob, Step, StepContext } from '@payorch/platform/shell';
import { scheduled } from '@payorch/platform/shell';
import type { DecideContext, Decision, Effect, RelayRules } from '../domain/decision';
import { nextVersion, type Relay, syncedOf } from '../domain/relay';
import { relayView } from '../queries/relay.view';
import { relaySyncDueJob } from './jobs';
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

/** The results of a decision: mutable, so that each effect adds its own. */
interface Performed {
  readonly messages: Outgoing[];
  readonly jobs: ScheduledJob[];
  readonly cancelledJobs: string[];
  readonly replies: AddressedReply[];
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
    const { replyTo } = incoming.context;
    const { settings, rules } = this.parts;
    const decision = decide(before, data, {
      now,
      rules,
      newOperationId,
      partition: incoming.origin.partition,
      pendingReplies: replyTo ? [{ topic: replyTo.topic, correlationId: replyTo.correlationId }] : [],
      accountOf: (id) => settings.account(data.merchantId, id as MerchantConnectorId),
    });
    if (isRefusal(decision)) return { refusal: decision };
    if (decision.kind === 'unchanged') return before ? perform(before, decision.effects) : {};
    const after = nextVersion(before, decision.relay, now);
    const { messages, ...rest } = perform(after, decision.effects);
    return { state: after, messages: [...messages, relayEventOf(before, after)], ...rest };
  }

  /** The reply to a redelivered command: the relay's present state, unless the first reply is still pending. */
  replyToRedelivery(relay: Relay | undefined, { context: { replyTo } }: Incoming): RedeliveryReply {
    if (!relay || !replyTo) return undefined;
    const isWaiting = relay.pendingReplies.some(({ correlationId }) => correlationId === replyTo.correlationId);
    return isWaiting ? undefined : { kind: 'response', body: relayView(relay) };
  }
}

/** A caller limited to one profile does not see the relays of others. */
export const isHidden = (relay: Relay | undefined, { context: { onlyProfile } }: Pick<Incoming, 'context'>): boolean =>
  relay !== undefined && onlyProfile !== undefined && relay.profileId !== onlyProfile;

function perform(relay: Relay, effects: readonly Effect[]): Performed {
  const performed: Performed = { messages: [], jobs: [], cancelledJobs: [], replies: [] };
  for (const effect of effects) performEffect(relay, effect, performed);
  return performed;
}

function performEffect(relay: Relay, effect: Effect, { messages, jobs, cancelledJobs, replies }: Performed): void {
  const { merchantId, relayId, connectorReference, version } = relay;
  switch (effect.kind) {
    case 'send':
      messages.push(outgoing(connectorRelay, { ...operationOf(relay), operation: effect.operation }));
      return;
    case 'sync':
      // The version numbers the sync: an outcome under an earlier number counts as redelivered.
      messages.push(
        outgoing(connectorRelaySync, {
          ...operationOf(relay),
          operation: syncedOf(relay),
          connectorReference,
          round: version,
        }),
      );
      return;
    case 'sync_later':
      jobs.push(scheduled(relaySyncDueJob, { merchantId, relayId }, effect.delayMs));
      return;
    case 'cancel_sync':
      cancelledJobs.push(jobIdOf(relaySyncDueJob.type, relayKey(relay)));
      return;
    case 'reply':
      for (const to of effect.pendingReplies) replies.push({ to, reply: { kind: 'response', body: relayView(relay) } });
      return;
  }
}

const operationOf = ({ operation, merchantId, profileId, relayId, account, reference }: Relay) => ({
  operationId: operation,
  merchantId,
  profileId,
  relayId,
  account,
  reference,
});
