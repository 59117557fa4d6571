import { Injectable } from '@nestjs/common';
import type { Outgoing, ProfileSettings } from '@payorch/contracts';
import {
  connectorMandateSync,
  connectorRevokeMandate,
  isRefusal,
  mandateApplyReport,
  mandateKey,
  outgoing,
  refuse,
} from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { newOperationId } from '@payorch/kernel';
import { jobIdOf } from '@payorch/platform/jobs';
import type { AddressedReply, RedeliveryReply, ScheduledJob, Step, StepContext } from '@payorch/platform/shell';
import { scheduled } from '@payorch/platform/shell';
import type { Incoming } from '@payorch/platform/kafka';
import type { BatchPaymentMethods } from '../../payment-methods/persistence/payment-methods';
import type { DecideContext, Decision, Effect, RevocationRules } from '../domain/decision';
import { nextVersion, type Mandate } from '../domain/mandate';
import type { BatchMandates } from '../persistence/mandates';
import { mandateJson, revocationView } from '../queries/mandate.view';
import { revocationSyncDue } from './jobs';
import { mandateMessages } from './mandate-events';

/** What the messages about a mandate share with the payments of the batch. */
export interface SharedMandates {
  readonly mandates: BatchMandates;
  readonly paymentMethods: BatchPaymentMethods;
  /** The mandates of the payment methods that processors reported in this batch, by `reportKey`. */
  readonly reportedMandates: ReadonlyMap<string, readonly string[]>;
}

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

/** The results of a decision: mutable, so that each effect adds its own. */
interface Performed {
  readonly messages: Outgoing[];
  readonly jobs: ScheduledJob[];
  readonly cancelledJobs: string[];
  readonly replies: AddressedReply[];
}

/** Turns decisions about mandates into the steps of their messages. */
@Injectable()
export class MandateDecisions {
  constructor(private readonly parts: MandateParts) {}

  stepOf<Data extends About>(
    decide: Decide<Data>,
    data: Data,
    { now, incoming, shared }: MandateStepContext,
  ): Step<Mandate> {
    const before = shared.mandates.find(data.merchantId, data.mandateId);
    if (isHidden(before, incoming)) return { refusal: refuse('mandate_not_found') };
    const { replyTo } = incoming.context;
    const { rules, profile } = this.parts;
    const pendingReplies = replyTo ? [{ topic: replyTo.topic, correlationId: replyTo.correlationId }] : [];
    const { partition } = incoming.origin;
    const decision = decide(before, data, { now, partition, pendingReplies, newOperationId, rules });
    if (isRefusal(decision)) return { refusal: decision };
    if (!before) return {};
    if (decision.kind === 'unchanged') return perform(before, decision.effects);
    const after = nextVersion(before, decision.mandate, now);
    shared.mandates.put(after);
    for (const { kind } of decision.effects) {
      if (kind === 'forget_reference') forgetReference(shared, after);
      if (kind === 'incident') shared.mandates.incidents.push(after);
    }
    const { messages, ...rest } = perform(after, decision.effects);
    const paymentMethod = shared.paymentMethods.find(after.merchantId, after.paymentMethodId);
    const view = () => mandateJson(after, paymentMethod);
    const isReported = incoming.message.type === mandateApplyReport.type;
    const settings = profile(after.merchantId, after.profileId);
    const about = mandateMessages(before, after, settings, { view, isReported });
    return { state: after, messages: [...messages, ...about], ...rest };
  }

  /** The reply to a redelivered command: the mandate's present state, unless the first reply is still pending. */
  replyToRedelivery(_state: unknown, incoming: Incoming, { mandates }: SharedMandates): RedeliveryReply {
    const { replyTo } = incoming.context;
    const mandate = mandates.find((incoming.data as About).merchantId, (incoming.data as About).mandateId);
    if (!mandate || !replyTo) return undefined;
    const isWaiting = mandate.revocation?.pendingReplies.some(
      ({ correlationId }) => correlationId === replyTo.correlationId,
    );
    return isWaiting ? undefined : { kind: 'response', body: revocationView(mandate) };
  }
}

/** A caller limited to one profile does not see the mandates of others. */
const isHidden = (mandate: Mandate | undefined, { context: { onlyProfile } }: Incoming): boolean =>
  mandate !== undefined && onlyProfile !== undefined && mandate.profileId !== onlyProfile;

function forgetReference({ paymentMethods }: SharedMandates, mandate: Mandate): void {
  const { merchantId, paymentMethodId, account, reference } = mandate;
  const { mandateReference } = reference;
  if (mandateReference === null) return;
  const { merchantConnectorId } = account;
  paymentMethods.forgetReference({ merchantId, paymentMethodId, merchantConnectorId, mandateReference });
}

function perform(mandate: Mandate, effects: readonly Effect[]): Performed {
  const performed: Performed = { messages: [], jobs: [], cancelledJobs: [], replies: [] };
  for (const effect of effects) performEffect(mandate, effect, performed);
  return performed;
}

function performEffect(mandate: Mandate, effect: Effect, { messages, jobs, cancelledJobs, replies }: Performed): void {
  const { merchantId, mandateId } = mandate;
  switch (effect.kind) {
    case 'revoke':
      messages.push(outgoing(connectorRevokeMandate, operationOf(mandate)));
      return;
    case 'sync':
      messages.push(outgoing(connectorMandateSync, { ...operationOf(mandate), round: effect.round }));
      return;
    case 'sync_later':
      jobs.push(scheduled(revocationSyncDue, { merchantId, mandateId }, effect.delayMs));
      return;
    case 'cancel_sync':
      cancelledJobs.push(jobIdOf(revocationSyncDue.type, mandateKey({ merchantId, mandateId })));
      return;
    case 'reply':
      for (const to of effect.pendingReplies)
        replies.push({ to, reply: { kind: 'response', body: revocationView(mandate) } });
      return;
    case 'refuse':
      for (const to of effect.pendingReplies) replies.push({ to, reply: effect.refusal });
      return;
    case 'incident':
    case 'forget_reference':
      return; // rows of their own
  }
}

function operationOf({ revocation, reference, ...mandate }: Mandate) {
  const { merchantId, profileId, paymentId, attemptId, mandateId, account } = mandate;
  const operationId = revocation!.operation;
  const ids = { operationId, merchantId, profileId, paymentId, attemptId, mandateId };
  return { ...ids, account, reference: reference.mandateReference! };
}
