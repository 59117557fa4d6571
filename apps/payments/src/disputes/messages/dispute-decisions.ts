import { Injectable } from '@nestjs/common';
import type { MessageDefinition, ProfileSettings } from '@payorch/contracts';
import {
  connectorDisputeRead,
  connectorDisputeSync,
  keyOfPayment,
  operationCommands,
  outgoing,
  refuse,
} from '@payorch/contracts';
import type { DisputeId, MerchantId, ProfileId } from '@payorch/kernel';
import { newOperationId } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import type { Performers } from '@payorch/platform/resources';
import {
  decidedStep,
  isHidden,
  jobEffects,
  pendingRepliesOf,
  repliesTo,
  replyToRedelivery,
} from '@payorch/platform/resources';
import { type MerchantSeals, sealedFacts } from '@payorch/platform/sealing';
import type { RedeliveryReply, Step, StepContext } from '@payorch/platform/shell';
import type { DecideContext, Decision, DisputeRules, Effect } from '../domain/decision';
import type { Dispute } from '../domain/dispute';
import { pollAfterMs } from '../domain/poll-interval';
import { answerSyncDueJob, disputePollDueJob } from '../persistence/jobs';
import { withReturned } from '../persistence/returned-sums';
import type { SharedDisputes } from '../persistence/shared-disputes';
import { disputeView } from '../queries/dispute.view';
import { disputeMessages } from './dispute-events';

export type DisputeStepContext = StepContext<Dispute, SharedDisputes>;

interface About {
  readonly merchantId: MerchantId;
  readonly disputeId: DisputeId;
}

type Decide<Data> = (dispute: Dispute | undefined, data: Data, context: DecideContext) => Decision;

export abstract class DisputeParts {
  abstract readonly profile: (merchantId: MerchantId, profileId: ProfileId) => ProfileSettings;
  abstract readonly seals: Pick<MerchantSeals, 'seal'>;
  abstract readonly rules: DisputeRules;
}

/** Turns decisions about disputes into the steps of their messages. */
@Injectable()
export class DisputeDecisions {
  constructor(private readonly parts: DisputeParts) {}

  stepOf<Data extends About>(
    decide: Decide<Data>,
    data: Data,
    { state: before, now, incoming, shared }: DisputeStepContext,
  ): Step<Dispute> {
    if (isHidden(before, incoming)) return { refusal: refuse('dispute_not_found') };
    const { profile, rules, seals } = this.parts;
    const decision = decide(before, data, {
      now,
      rules,
      newOperationId,
      pollAfterMs: before ? this.pollAfterMs(before) : null,
      partition: incoming.origin.partition,
      pendingReplies: pendingRepliesOf(incoming),
    });
    const current =
      decision.kind === 'decided' ? { ...decision, state: withReturned(decision.state, shared.returned) } : decision;
    return decidedStep(
      current,
      { before, now },
      {
        performers: performersWith(seals),
        changed: (from, to) =>
          disputeMessages(from, to, {
            profile: profile(to.merchantId, to.profileId),
            charged: shared.returned.get(keyOfPayment(to))?.captured ?? to.known.money,
          }),
      },
    );
  }

  private pollAfterMs({ merchantId, profileId }: Dispute): number | null {
    return pollAfterMs(this.parts.profile(merchantId, profileId).disputePollingHours, Math.random());
  }

  replyToRedelivery(dispute: Dispute | undefined, incoming: Incoming): RedeliveryReply {
    const waiting = dispute && [...(dispute.answer?.pendingReplies ?? []), ...dispute.readers];
    return dispute && replyToRedelivery(waiting, incoming, () => disputeView(dispute));
  }
}

const jobOf = ({ merchantId, disputeId }: Dispute) => ({ merchantId, disputeId });
const syncs = jobEffects(answerSyncDueJob, jobOf);
const polls = jobEffects(disputePollDueJob, jobOf);

const performersWith = (seals: Pick<MerchantSeals, 'seal'>): Performers<Dispute, Effect> => ({
  sync_later: syncs.later,
  cancel_sync: syncs.cancel,
  accept: (dispute) => ({ messages: [outgoing(operationCommands.accept_dispute, commandOf(dispute))] }),
  submit(dispute, { texts, files }) {
    const data = sealedFacts('submit_evidence', { ...commandOf(dispute), files: [...files], texts }, seals);
    return { messages: [outgoing(operationCommands.submit_evidence as MessageDefinition, data)] };
  },
  sync(dispute) {
    const { flow, syncCount: round } = dispute.answer!;
    return { messages: [outgoing(connectorDisputeSync, { ...commandOf(dispute), flow, round })] };
  },
  read(dispute) {
    // The version numbers the read: the report of an earlier one counts as redelivered.
    return { messages: [outgoing(connectorDisputeRead, { ...aboutOf(dispute), round: dispute.version })] };
  },
  poll: (dispute, { round }) => ({ messages: [outgoing(connectorDisputeRead, { ...aboutOf(dispute), round })] }),
  poll_later: polls.later,
  reply: (dispute, { pendingReplies }) => repliesTo(pendingReplies, { kind: 'response', body: disputeView(dispute) }),
  acknowledge: (_, { pendingReplies, body }) =>
    repliesTo(pendingReplies, { kind: 'response', body: Buffer.from(body ? JSON.stringify(body) : '') }),
  refuse: (_, { pendingReplies, refusal }) => repliesTo(pendingReplies, refusal),
});

/** What every message to the connector names. */
function aboutOf({ merchantId, profileId, paymentId, attemptId, disputeId, account, chargeReference, known }: Dispute) {
  const { reference, connectedAccount } = known;
  const ids = { merchantId, profileId, paymentId, attemptId, disputeId, account };
  return { ...ids, reference, chargeReference, ...(connectedAccount !== undefined && { connectedAccount }) };
}

const commandOf = (dispute: Dispute) => ({ ...aboutOf(dispute), operationId: dispute.answer!.operation });
