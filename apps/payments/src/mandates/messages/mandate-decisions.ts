import { Injectable } from '@nestjs/common';
import type { Outgoing, ProfileSettings } from '@payorch/contracts';
import {
  operationCommands,
  connectorMandateSync,
  isRefusal,
  mandateApplyReport,
  outgoing,
  refuse,
} from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
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
import type { RedeliveryReply, Step, StepContext } from '@payorch/platform/shell';
import type { DecideContext, Decision, Effect, RevocationRules } from '../domain/decision';
import type { Mandate } from '../domain/mandate';
import type { SharedMandates } from '../persistence/shared-mandates';
import { mandateJson, revocationView } from '../queries/mandate.view';
import { revocationSyncDue } from '../persistence/jobs';
import { mandateMessages } from './mandate-events';

export type MandateStepContext = StepContext<Mandate, SharedMandates>;

interface About {
  readonly merchantId: MerchantId;
  readonly mandateId: string;
}

type Decide<Data> = (mandate: Mandate | undefined, data: Data, context: DecideContext) => Decision;

export abstract class MandateParts {
  abstract readonly profile: (merchantId: MerchantId, profileId: ProfileId) => ProfileSettings;
  abstract readonly rules: RevocationRules;
}

/** Turns decisions about mandates into the steps of their messages. */
@Injectable()
export class MandateDecisions {
  constructor(private readonly parts: MandateParts) {}

  stepOf<Data extends About>(decide: Decide<Data>, data: Data, context: MandateStepContext): Step<Mandate> {
    const { now, incoming, shared } = context;
    const before = shared.mandates.find(data.merchantId, data.mandateId);
    if (isHidden(before, incoming)) return { refusal: refuse('mandate_not_found') };
    const decision = decide(before, data, {
      now,
      newOperationId,
      partition: incoming.origin.partition,
      pendingReplies: pendingRepliesOf(incoming),
      rules: this.parts.rules,
    });
    const changed = (from: Mandate | undefined, to: Mandate) => this.messagesOf(from, to, context);
    const step = decidedStep(decision, { before, now }, { performers, changed });
    if (step.state && !isRefusal(decision)) share(shared, step.state, decision.effects);
    return step;
  }

  /** The mandate is found among those that the batch shares. */
  replyToRedelivery(_state: unknown, incoming: Incoming, { mandates }: SharedMandates): RedeliveryReply {
    const { merchantId, mandateId } = incoming.data as About;
    const mandate = mandates.find(merchantId, mandateId);
    return (
      mandate && replyToRedelivery(mandate.revocation?.pendingReplies ?? [], incoming, () => revocationView(mandate))
    );
  }

  private messagesOf(
    before: Mandate | undefined,
    after: Mandate,
    { incoming, shared }: MandateStepContext,
  ): Outgoing[] {
    const paymentMethod = shared.paymentMethods.find(after.merchantId, after.paymentMethodId);
    const isReported = incoming.message.type === mandateApplyReport.type;
    const profile = this.parts.profile(after.merchantId, after.profileId);
    return mandateMessages(before, after, profile, { view: () => mandateJson(after, paymentMethod), isReported });
  }
}

/** The payments of the batch see the mandate as it is now; effects that change rows of their own note them. */
function share(shared: SharedMandates, mandate: Mandate, effects: readonly Effect[]): void {
  shared.mandates.put(mandate);
  for (const { kind } of effects) {
    if (kind === 'forget_reference') forgetReference(shared, mandate);
    if (kind === 'incident') shared.mandates.incidents.push(mandate);
  }
}

function forgetReference({ paymentMethods }: SharedMandates, mandate: Mandate): void {
  const { merchantId, paymentMethodId, account, reference } = mandate;
  const { mandateReference } = reference;
  if (mandateReference === null) return;
  const { merchantConnectorId } = account;
  paymentMethods.forgetReference({ merchantId, paymentMethodId, merchantConnectorId, mandateReference });
}

const syncs = jobEffects(revocationSyncDue, ({ merchantId, mandateId }: Mandate) => ({ merchantId, mandateId }));

const performers: Performers<Mandate, Effect> = {
  sync_later: syncs.later,
  cancel_sync: syncs.cancel,
  revoke: (mandate) => ({ messages: [outgoing(operationCommands.revoke_mandate, operationOf(mandate))] }),
  sync(mandate) {
    const round = mandate.revocation!.syncCount;
    return { messages: [outgoing(connectorMandateSync, { ...operationOf(mandate), round })] };
  },
  reply: (mandate, { pendingReplies }) =>
    repliesTo(pendingReplies, { kind: 'response', body: revocationView(mandate) }),
  refuse: (_, { pendingReplies, refusal }) => repliesTo(pendingReplies, refusal),
  // Rows of their own.
  incident: () => ({}),
  forget_reference: () => ({}),
};

function operationOf({ revocation, reference, ...mandate }: Mandate) {
  const { merchantId, profileId, paymentId, attemptId, mandateId, account } = mandate;
  const operationId = revocation!.operation;
  const ids = { operationId, merchantId, profileId, paymentId, attemptId, mandateId };
  return { ...ids, account, reference: reference.mandateReference! };
}
