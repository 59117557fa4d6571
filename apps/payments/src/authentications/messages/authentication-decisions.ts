import { Injectable } from '@nestjs/common';
import type { AuthenticationAnswer, Caller, DataOf } from '@payorch/contracts';
import { connectorAuthenticationStep, connectorAuthenticationSync, outgoing, refuse } from '@payorch/contracts';
import type { AuthenticationId, MerchantId, ProfileId } from '@payorch/kernel';
import { InvariantError, newOperationId, randomText } from '@payorch/kernel';
import type { AccountSettings, GlobalSettings, Incoming } from '@payorch/platform/kafka';
import type { Performed, Performers } from '@payorch/platform/resources';
import { decidedStep, isHidden, jobEffects, pendingRepliesOf, replyToRedelivery } from '@payorch/platform/resources';
import { type MerchantSeals, sealedFacts } from '@payorch/platform/sealing';
import type { RedeliveryReply, Step, StepContext } from '@payorch/platform/shell';
import { profileFor } from '../../settings/profile-for';
import type { AuthenticationRules, DecideContext, Decision, Effect } from '../domain/decision';
import type { PendingAnswer, StandaloneAuthentication } from '../domain/standalone-authentication';
import { answerOf } from '../queries/authentication.views';
import { authenticationDueJob } from '../persistence/jobs';

export type AuthenticationStepContext = StepContext<StandaloneAuthentication, unknown>;

interface About {
  readonly merchantId: MerchantId;
  readonly authenticationId: AuthenticationId;
  readonly profileId?: ProfileId | null;
  readonly caller?: Caller;
  /** Of a check: the answer that its command should have had. */
  readonly answer?: AuthenticationAnswer;
}

type Decide<Data> = (known: StandaloneAuthentication | undefined, data: Data, context: DecideContext) => Decision;

export abstract class AuthenticationParts {
  abstract readonly settings: Pick<AccountSettings, 'accountsOfProfile' | 'profile'> & {
    readonly global: Pick<GlobalSettings, 'config'>;
  };
  abstract readonly seals: Pick<MerchantSeals, 'seal'>;
  abstract readonly rules: AuthenticationRules;
}

/** Turns decisions about authentications without a payment into the steps of their messages. */
@Injectable()
export class AuthenticationDecisions {
  private readonly performers: Performers<StandaloneAuthentication, Effect>;

  constructor(private readonly parts: AuthenticationParts) {
    this.performers = performersWith(parts);
  }

  stepOf<Data extends About>(
    decide: Decide<Data>,
    data: Data,
    { state: before, now, incoming }: AuthenticationStepContext,
  ): Step<StandaloneAuthentication> {
    if (isHidden(before, incoming)) return { refusal: refuse('authentication_not_found') };
    const { settings, rules } = this.parts;
    const { merchantId } = data;
    const profile = profileFor(settings, merchantId, before?.profileId ?? data.profileId ?? undefined);
    const decision = decide(before, data, {
      now,
      rules,
      profile,
      newOperationId,
      randomText,
      partition: incoming.origin.partition,
      accountsOfProfile: () => settings.accountsOfProfile(merchantId, profile.profileId),
      pendingReplies: pendingRepliesOf(incoming).map((pending) => ({ ...pending, ...answerTo(incoming) })),
    });
    return decidedStep(decision, { before, now }, { performers: this.performers });
  }

  replyToRedelivery(known: StandaloneAuthentication | undefined, incoming: Incoming): RedeliveryReply {
    return (
      known && replyToRedelivery(known.pendingReplies, incoming, () => shownTo(known, answerTo(incoming), this.parts))
    );
  }
}

const shownTo = (
  shown: StandaloneAuthentication,
  to: Pick<PendingAnswer, 'answer' | 'audience'>,
  { settings, rules: { publicUrl } }: AuthenticationParts,
): Buffer => {
  const { returnUrl: profileReturnUrl } = profileFor(settings, shown.merchantId, shown.profileId);
  return answerOf(shown, to, { publicUrl, profileReturnUrl });
};

const due = jobEffects(authenticationDueJob, ({ merchantId, authenticationId }: StandaloneAuthentication) => ({
  merchantId,
  authenticationId,
}));

const performersWith = (parts: AuthenticationParts): Performers<StandaloneAuthentication, Effect> => ({
  pre_authenticate: (authentication, { kind: flow, ...facts }) => stepMessage(authentication, { flow, ...facts }),
  authenticate(authentication, { kind: flow, ...facts }) {
    const { money } = authentication;
    const sealed = sealedFacts(flow, { ...idsOf(authentication), ...facts, money }, parts.seals);
    return stepMessage(authentication, { flow, ...sealed });
  },
  sync: (authentication) => ({ messages: [outgoing(connectorAuthenticationSync, syncOf(authentication))] }),
  due_later: due.later,
  cancel_due: due.cancel,
  reply: (authentication, { pendingReplies }) => ({
    replies: pendingReplies.map(({ topic, correlationId, ...to }) => ({
      to: { topic, correlationId },
      reply: { kind: 'response', body: shownTo(authentication, to, parts) },
    })),
  }),
});

const stepMessage = (
  authentication: StandaloneAuthentication,
  step: DataOf<typeof connectorAuthenticationStep>['step'],
): Performed => ({
  messages: [outgoing(connectorAuthenticationStep, { ...idsOf(authentication), step })],
});

/** The answers of the interface to commands. */
const answers: Readonly<Record<string, AuthenticationAnswer>> = {
  'authentication.create': 'created',
  'authentication.prepare': 'eligibility',
  'authentication.authenticate': 'authentication',
  'authentication.sync': 'sync',
  'authentication.return': 'returned',
};

const answerTo = ({ message, data }: Incoming): Pick<PendingAnswer, 'answer' | 'audience'> => {
  const { caller, answer = answers[message.type] ?? 'sync' } = data as About;
  return { answer, audience: caller?.kind ?? 'merchant' };
};

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
