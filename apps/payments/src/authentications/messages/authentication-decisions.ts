import { Injectable } from '@nestjs/common';
import type { AuthenticationAnswer, Caller, Outgoing } from '@payorch/contracts';
import {
  authenticationKey,
  authenticationPlace,
  connectorAuthenticationStep,
  connectorAuthenticationSync,
  isRefusal,
  outgoing,
  refuse,
} from '@payorch/contracts';
import type { AuthenticationId, MerchantId, ProfileId } from '@payorch/kernel';
import { InvariantError, newOperationId, randomText } from '@payorch/kernel';
import { jobIdOf } from '@payorch/platform/jobs';
import type { AccountSettings, GlobalSettings, Incoming } from '@payorch/platform/kafka';
import type { MerchantSeals } from '@payorch/platform/sealing';
import type { AddressedReply, RedeliveryReply, ScheduledJob, Step, StepContext } from '@payorch/platform/shell';
import { scheduled } from '@payorch/platform/shell';
import { profileFor } from '../../settings/profile-for';
import type { AuthenticationRules, DecideContext, Decision, Effect } from '../domain/decision';
import type { PendingReply, StandaloneAuthentication } from '../domain/standalone-authentication';
import { nextVersion } from '../domain/standalone-authentication';
import { type AnswerParts, answerOf } from '../queries/authentication.views';
import { authenticationDueJob } from './jobs';

export type AuthenticationStepContext = StepContext<StandaloneAuthentication, unknown>;

interface About {
  readonly merchantId: MerchantId;
  readonly authenticationId: AuthenticationId;
  readonly profileId?: ProfileId | null;
  readonly caller?: Caller;
}

type Decide<Data> = (known: StandaloneAuthentication | undefined, data: Data, context: DecideContext) => Decision;

export abstract class AuthenticationParts {
  abstract readonly settings: Pick<AccountSettings, 'accountsOfProfile' | 'profile'> & {
    readonly global: Pick<GlobalSettings, 'config'>;
  };
  abstract readonly seals: Pick<MerchantSeals, 'seal'>;
  abstract readonly rules: AuthenticationRules;
}

/** The results of a decision: mutable, so that each effect adds its own. */
interface Performed {
  readonly messages: Outgoing[];
  readonly jobs: ScheduledJob[];
  readonly cancelledJobs: string[];
  readonly replies: AddressedReply[];
}

/** Turns decisions about authentications without a payment into the steps of their messages. */
@Injectable()
export class AuthenticationDecisions {
  constructor(private readonly parts: AuthenticationParts) {}

  /** `answer`: the answer of the interface that a waiting caller gets. */
  stepOf<Data extends About>(
    decide: Decide<Data>,
    data: Data,
    { state: before, now, incoming }: AuthenticationStepContext,
    answer: AuthenticationAnswer,
  ): Step<StandaloneAuthentication> {
    if (isHidden(before, incoming)) return { refusal: refuse('authentication_not_found') };
    const { settings, rules } = this.parts;
    const { replyTo } = incoming.context;
    const { merchantId } = data;
    const profile = profileFor(settings, merchantId, before?.profileId ?? data.profileId ?? undefined);
    const audience = data.caller?.kind ?? 'merchant';
    const decision = decide(before, data, {
      now,
      rules,
      profile,
      newOperationId,
      randomText,
      partition: incoming.origin.partition,
      accountsOfProfile: () => settings.accountsOfProfile(merchantId, profile.profileId),
      pendingReplies: replyTo ? [{ topic: replyTo.topic, correlationId: replyTo.correlationId, answer, audience }] : [],
    });
    if (isRefusal(decision)) return { refusal: decision };
    if (decision.kind === 'unchanged') return before ? this.perform(before, decision.effects) : {};
    const after = nextVersion(before, decision.authentication, now);
    return { state: after, ...this.perform(after, decision.effects) };
  }

  /** The reply to a redelivered command: the present state, unless the first reply is still pending. */
  replyToRedelivery(
    known: StandaloneAuthentication | undefined,
    { context, message, data }: Incoming,
  ): RedeliveryReply {
    const { replyTo } = context;
    if (!known || !replyTo) return undefined;
    const isWaiting = known.pendingReplies.some(({ correlationId }) => correlationId === replyTo.correlationId);
    const { caller } = data as Partial<About>;
    const reply = { answer: answers[message.type] ?? 'sync', audience: caller?.kind ?? 'merchant' } as const;
    return isWaiting ? undefined : { kind: 'response', body: answerOf(known, reply, this.partsOf(known)) };
  }

  private partsOf({ merchantId, profileId }: StandaloneAuthentication): AnswerParts {
    const { settings, rules } = this.parts;
    return { publicUrl: rules.publicUrl, profileReturnUrl: profileFor(settings, merchantId, profileId).returnUrl };
  }

  private perform(authentication: StandaloneAuthentication, effects: readonly Effect[]): Performed {
    const performed: Performed = { messages: [], jobs: [], cancelledJobs: [], replies: [] };
    for (const effect of effects) this.performEffect(authentication, effect, performed);
    return performed;
  }

  private performEffect(
    authentication: StandaloneAuthentication,
    effect: Effect,
    { messages, jobs, cancelledJobs, replies }: Performed,
  ): void {
    const { merchantId, authenticationId, money } = authentication;
    switch (effect.kind) {
      case 'pre_authenticate': {
        const { kind: flow, ...fields } = effect;
        messages.push(outgoing(connectorAuthenticationStep, { ...idsOf(authentication), step: { flow, ...fields } }));
        return;
      }
      case 'authenticate': {
        const { kind: flow, details, ...fields } = effect;
        const ids = idsOf(authentication);
        const sealedDetails = this.parts.seals.seal(JSON.stringify(details), authenticationPlace(ids));
        messages.push(
          outgoing(connectorAuthenticationStep, { ...ids, step: { flow, ...fields, money, sealedDetails } }),
        );
        return;
      }
      case 'sync':
        messages.push(outgoing(connectorAuthenticationSync, syncOf(authentication)));
        return;
      case 'due_later':
        jobs.push(scheduled(authenticationDueJob, { merchantId, authenticationId }, effect.delayMs));
        return;
      case 'cancel_due':
        cancelledJobs.push(jobIdOf(authenticationDueJob.type, authenticationKey(authentication)));
        return;
      case 'reply':
        for (const to of effect.pendingReplies) replies.push(this.replyOf(authentication, to));
        return;
    }
  }

  private replyOf(authentication: StandaloneAuthentication, to: PendingReply): AddressedReply {
    const { topic, correlationId } = to;
    const body = answerOf(authentication, to, this.partsOf(authentication));
    return { to: { topic, correlationId }, reply: { kind: 'response', body } };
  }
}

/** The answers to commands that may be delivered again. */
const answers: Readonly<Record<string, AuthenticationAnswer>> = {
  'authentication.create': 'created',
  'authentication.prepare': 'eligibility',
  'authentication.authenticate': 'authentication',
  'authentication.sync': 'sync',
  'authentication.return': 'returned',
};

/** A caller limited to one profile does not see the authentications of others. */
const isHidden = (
  known: StandaloneAuthentication | undefined,
  { context: { onlyProfile } }: Pick<Incoming, 'context'>,
): boolean => known !== undefined && onlyProfile !== undefined && known.profileId !== onlyProfile;

function idsOf({ merchantId, profileId, authenticationId, progress }: StandaloneAuthentication) {
  if (!progress) throw new InvariantError('an authentication without a card has no operation');
  return { operationId: progress.operation, merchantId, profileId, authenticationId, account: progress.account };
}

/** The version numbers the sync: an outcome under an earlier number counts as redelivered. */
const syncOf = (authentication: StandaloneAuthentication) => ({
  ...idsOf(authentication),
  flow: authentication.state === 'pre_authenticating' ? ('pre_authenticate' as const) : ('authenticate' as const),
  reference: authentication.progress?.reference ?? null,
  money: authentication.money,
  round: authentication.version,
});
