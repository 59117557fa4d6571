import { Injectable } from '@nestjs/common';
import type { Caller, EndedAttempt, FindGsmRule, JsonObject, OutcomeKind, ProfileSettings } from '@payorch/contracts';
import {
  paymentAuthenticate,
  paymentCreate,
  paymentCreateOrder,
  paymentDeclare,
  paymentEndReview,
  paymentReturn,
  refuse,
} from '@payorch/contracts';
import type { AttemptId, CustomerId, MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import { newOperationId, randomText } from '@payorch/kernel';
import type { AccountSettings, GlobalSettings, Incoming } from '@payorch/platform/kafka';
import { isHidden, nextVersion } from '@payorch/platform/resources';
import type { RowSeals } from '@payorch/platform/sealing';
import type { RedeliveryReply, Step, StepContext } from '@payorch/platform/shell';
import type { ClientSoftware } from '../domain/attempts/attempt';
import { refuseOtherCredentials } from '../domain/terms/credentials';
import type { DecideContext, DecideRecords, DecideRules, Decision, Effect } from '../domain/decision';
import { merchantRulesOf } from '../domain/merchant-rules';
import type { Payment, PendingReply, View } from '../domain/payment';
import type { Shared } from '../persistence/shared/shared';
import { paymentView } from '../queries/payment/payment.view';
import type { ViewParts } from '../queries/payment/view-context';
import { viewContextOf } from '../queries/payment/view-context';
import { viewFor } from '../queries/payment/view-for';
import { performEffects } from './effects';
import { changeMandates } from './change-mandates';
import { countEndedAttempts } from './count-ended-attempts';
import { endedAttempts } from './ended-attempts';
import { lifecycleMessages } from './lifecycle-events';
import { customerKeyOf } from '../../customers/domain/customer-owners';
import { authenticatesCustomers } from '../../settings/authenticates-customers';
import { asksForCvc } from '../../settings/asks-for-cvc';
import { retryConfigsOf } from './retry-configs';
import { profileFor } from '../../settings/profile-for';
import { forwardAgain } from './refunds.steps';

export abstract class HandlerParts {
  abstract readonly settings: ViewParts['settings'] &
    Pick<AccountSettings, 'account' | 'accountsOfProfile' | 'routing' | 'rules'> & {
      readonly global: Pick<GlobalSettings, 'config' | 'gsmRule'>;
    };
  abstract readonly rules: DecideRules;
  abstract readonly seals: RowSeals;
}

export type PaymentStepContext = StepContext<Payment, Shared>;

type Decide<Data> = (payment: Payment | undefined, data: Data, context: DecideContext) => Decision;

/** The fields that decisions of several messages share. */
interface CommandData {
  readonly merchantId: MerchantId;
  readonly profileId?: ProfileId | undefined;
  readonly attemptId?: AttemptId | undefined;
  readonly caller?: Caller | undefined;
  readonly callerIp?: string | null | undefined;
  readonly client?: ClientSoftware | undefined;
  readonly fields?: { readonly customerId?: CustomerId | null | undefined } | undefined;
  readonly shows?: 'order' | 'authentication' | undefined;
  readonly namedCredentials?: readonly MerchantConnectorId[] | undefined;
  readonly expandAttempts?: boolean | undefined;
  readonly expandCaptures?: boolean | undefined;
  readonly outcome?: { readonly kind: OutcomeKind } | undefined;
}

/** Gives decisions their context, and turns what they decide into the step of a message. */
@Injectable()
export class PaymentDecisions {
  constructor(private readonly parts: HandlerParts) {}

  stepOf<Data extends CommandData>(
    decide: Decide<Data>,
    data: Data,
    { state: before, now, incoming, shared }: PaymentStepContext,
  ): Step<Payment> {
    if (isHiddenFrom(before, incoming)) return { refusal: refuse('payment_not_found') };
    const otherCredentials = before && refuseOtherCredentials(before, data.namedCredentials);
    if (otherCredentials) return { refusal: otherCredentials };
    const { settings, rules } = this.parts;
    const profile = profileFor(settings, data.merchantId, before?.profileId ?? data.profileId);
    const routing = settings.routing(data.merchantId, profile.profileId);
    const gsmRule: FindGsmRule = (key) => settings.global.gsmRule(key);
    const decision = decide(before, data, {
      now,
      settings: {
        profile,
        ...(routing && { routing }),
        merchantRules: merchantRulesOf(settings.rules(data.merchantId), routing),
        retryConfigs: retryConfigsOf({ config: (key) => settings.global.config(key) }, data.merchantId),
        authenticatesCustomers: authenticatesCustomers(settings, data.merchantId),
        asksForCvc: asksForCvc(settings.global, data.merchantId),
        gsmRule,
      },
      records: recordsOf(shared, data, before),
      accounts: {
        account: (id) => settings.account(data.merchantId, id),
        accountsOfProfile: () => settings.accountsOfProfile(data.merchantId, profile.profileId),
      },
      request: {
        pendingReply: pendingReplyOf(incoming, data),
        callerIp: data.callerIp ?? null,
        ...(data.client && { client: data.client }),
      },
      newOperationId,
      randomText,
      rules,
    });
    if (decision.kind === 'refused') return { refusal: decision };
    const after = decision.kind === 'decided' ? nextVersion(before, decision.payment, now) : before;
    if (!after) return {};
    const { messages, ...rest } = performEffects(after, decision.effects, {
      render: ({ view }) => viewFor(after, view, this.parts),
      seals: this.parts.seals,
    });
    if (decision.kind === 'unchanged') return { messages, ...rest };
    noteShared(shared, after, decision.effects, incoming.context);
    const ofMandates = changeMandates(shared, after, decision.effects, { now, profile });
    const ended = endedAttempts(before, after, routing, gsmRule);
    const published = [...messages, ...messagesOf(before, after, { profile, ended }, this.parts), ...ofMandates];
    const onCommit = countEndedAttempts(before, after, { outcome: data.outcome?.kind, gsmRule });
    return {
      state: after,
      messages: published,
      ...rest,
      ...(decision.refusal && { refusal: decision.refusal }),
      ...(onCommit && { onCommit }),
    };
  }

  /** The reply to a redelivered command: the present payment, unless the first reply is still pending. */
  readonly replyToRedelivery = (payment: Payment | undefined, incoming: Incoming): RedeliveryReply => {
    const pendingReply = pendingReplyOf(incoming, incoming.data as CommandData);
    const forward = forwardAgain(payment, incoming);
    if (forward) return forward;
    if (!payment || !pendingReply) return undefined;
    const isWaiting = payment.pendingReplies.some(
      ({ replyCorrelationId }) => replyCorrelationId === pendingReply.replyCorrelationId,
    );
    return isWaiting ? undefined : { kind: 'response', body: viewFor(payment, pendingReply.view, this.parts) };
  };
}

/** A caller limited to one profile does not see payments of others; a used payment id stays used for every caller. */
const isHiddenFrom = (payment: Payment | undefined, incoming: Incoming): boolean =>
  isHidden(payment, incoming) && incoming.message.type !== paymentCreate.type;

const messagesOf = (
  before: Payment | undefined,
  after: Payment,
  { profile, ended }: { readonly profile: ProfileSettings; readonly ended: readonly EndedAttempt[] },
  parts: HandlerParts,
) => {
  const view = (): JsonObject => {
    const options = { caller: 'merchant', expandAttempts: false, expandCaptures: true } as const;
    return JSON.parse(paymentView(after, options, viewContextOf(after, parts))) as JsonObject;
  };
  return lifecycleMessages(before, after, profile, view, ended);
};

function recordsOf(shared: Shared, { merchantId, fields }: CommandData, payment: Payment | undefined): DecideRecords {
  const { customers, paymentMethods, mandates, blockedCards } = shared;
  const customerId = fields?.customerId ?? payment?.customerId;
  return {
    customer: customerId ? customers.get(customerKeyOf(shared, merchantId, customerId)) : undefined,
    paymentMethod: (id) => paymentMethods.find(merchantId, id),
    methodOfToken: (token, owner) => paymentMethods.ofToken(merchantId, owner, token),
    methodWithCard: (fingerprint, owner) => paymentMethods.withCard(merchantId, owner, fingerprint),
    mandate: (id) => mandates.find(merchantId, id),
    isOnBlocklist: (card) => blockedCards.has({ merchantId, card }),
  };
}

/** Passes this message's customers to later messages of the batch, and its incidents to the repository. */
function noteShared(
  shared: Shared,
  payment: Payment,
  effects: readonly Effect[],
  { correlationId }: Pick<Incoming['context'], 'correlationId'>,
): void {
  const { merchantId, customerId, customer } = payment;
  const key = customerId && customerKeyOf(shared, merchantId, customerId);
  if (key && !shared.customers.has(key))
    shared.customers.set(key, { ...customer, merchantId: shared.customersOf(merchantId), customerId });
  for (const effect of effects) {
    if (effect.kind === 'manual_update') shared.manualUpdates.push({ payment, effect, requestId: correlationId });
    else noteEffect(shared, payment, effect);
  }
}

function noteEffect({ paymentMethods, incidents }: Shared, payment: Payment, effect: Effect): void {
  if (effect.kind === 'save_payment_method') paymentMethods.save(effect.paymentMethod, effect);
  else if (effect.kind === 'use_payment_method')
    paymentMethods.use(payment.merchantId, effect.paymentMethodId, effect.usedAt);
  else if (effect.kind === 'incident') incidents.push({ payment, attemptId: effect.attemptId, kind: effect.incident });
}

function pendingReplyOf({ context, message }: Incoming, data: CommandData): PendingReply | null {
  const { replyTo, correlationId, traceparent } = context;
  if (!replyTo) return null;
  const view = viewOf(message.type, data);
  return { replyTopic: replyTo.topic, replyCorrelationId: replyTo.correlationId, correlationId, traceparent, view };
}

function viewOf(
  type: string,
  { attemptId, caller, shows, expandAttempts = false, expandCaptures = false }: CommandData,
): View {
  if (type === paymentCreateOrder.type || shows === 'order') return { kind: 'order' };
  if (type === paymentAuthenticate.type || shows === 'authentication') return { kind: 'authentication' };
  if (type === paymentReturn.type) return { kind: 'return' };
  if (type === paymentEndReview.type) return { kind: 'status' };
  if (type === paymentDeclare.type && attemptId) return { kind: 'attempt', attemptId };
  return { kind: 'payment', caller: caller?.kind ?? 'merchant', expandAttempts, expandCaptures };
}
