import { Injectable } from '@nestjs/common';
import type { FindGsmRule } from '@payorch/contracts';
import { hasWebhookEndpoint, payoutDeclare, payoutRedact, refuse } from '@payorch/contracts';
import type { MerchantId, PayoutId } from '@payorch/kernel';
import { newOperationId } from '@payorch/kernel';
import type { AccountSettings, Incoming } from '@payorch/platform/kafka';
import type { Performers } from '@payorch/platform/resources';
import { decidedStep, isHidden, pendingRepliesOf, replyToRedelivery } from '@payorch/platform/resources';
import type { MerchantSeals } from '@payorch/platform/sealing';
import type { RedeliveryReply, Step, StepContext } from '@payorch/platform/shell';
import type { DecideContext, DecideRules, Decision, Effect } from '../domain/decision';
import type { Payout } from '../domain/payout';
import type { Shared } from '../persistence/redacted-customers';
import { payoutView } from '../queries/payout.view';
import { performersWith } from './effects';
import { destinationToSave } from './saved-destination';
import { versionMessages } from './version-messages';

export abstract class HandlerParts {
  abstract readonly settings: Pick<AccountSettings, 'profile' | 'routing'>;
  /** The operators' rule for a processor's error. */
  abstract readonly gsmRule: FindGsmRule;
  abstract readonly seals: Pick<MerchantSeals, 'seal'>;
  abstract readonly rules: DecideRules;
}

export type PayoutStepContext = StepContext<Payout, Shared>;

interface About {
  readonly merchantId: MerchantId;
  readonly payoutId: PayoutId;
  readonly expandAttempts?: boolean;
}

type Decide<Data> = (payout: Payout | undefined, data: Data, context: DecideContext) => Decision;

/** Gives decisions their context, and turns what they decide into the step of a message. */
@Injectable()
export class PayoutDecisions {
  private readonly performers: Performers<Payout, Effect>;

  constructor(private readonly parts: HandlerParts) {
    this.performers = performersWith(parts);
  }

  stepOf<Data extends About>(
    decide: Decide<Data>,
    data: Data,
    { state: before, now, incoming }: PayoutStepContext,
  ): Step<Payout> {
    if (isHidden(before, incoming)) return { refusal: refuse('payout_not_found') };
    const { rules, settings, gsmRule } = this.parts;
    const { merchantId, expandAttempts = false } = data;
    const decision = decide(before, data, {
      now,
      rules,
      newOperationId,
      partition: incoming.origin.partition,
      pendingReplies: pendingRepliesOf(incoming).map((one) => (expandAttempts ? { ...one, expandAttempts } : one)),
      routing: (profileId) => settings.routing(merchantId, profileId),
    });
    const changed = (from: Payout | undefined, to: Payout) => {
      const hasEndpoint = hasWebhookEndpoint(settings.profile(merchantId, to.profileId));
      return [...versionMessages(from, to, { gsmRule, hasEndpoint }), ...destinationToSave(from, to)];
    };
    return decidedStep(decision, { before, now }, { performers: this.performers, changed });
  }

  /** Replies to a redelivered command that already took effect: the present payout, unless the first reply is still pending. */
  readonly replyToRedelivery = (payout: Payout | undefined, incoming: Incoming): RedeliveryReply => {
    if (!payout) return undefined;
    const { message, context, data } = incoming;
    if (message.type === payoutDeclare.type || message.type === payoutRedact.type)
      return context.replyTo && { kind: 'response', body: Buffer.alloc(0) };
    const { expandAttempts = false } = data as About;
    const { gsmRule } = this.parts;
    return replyToRedelivery(payout.pendingReplies, incoming, () => payoutView(payout, { gsmRule, expandAttempts }));
  };
}
