import type {
  DataOf,
  paymentChallenge,
  paymentGet,
  paymentMethodsFor,
  paymentPoll,
  paymentRouting,
  paymentSession,
  PaymentSurchargesShown,
  paymentSurcharges,
} from '@payorch/contracts';
import { isRefusal, paymentForMethodList, paymentForSession, refuse } from '@payorch/contracts';
import { isHidden, jsonReply } from '@payorch/platform/resources';
import type { AccountSettings, MessageContext, Reply } from '@payorch/platform/kafka';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import { z } from 'zod';
import { checkCaller } from '../domain/client/caller';
import { challengeOf } from '../domain/authentications/challenge';
import { merchantRulesOf } from '../domain/merchant-rules';
import { pollStatusOf } from '../domain/authentications/poll';
import { sessionOf } from '../domain/client/session';
import type { Payment } from '../domain/payment';
import type { PaymentRepository } from '../persistence/payment/payment.repository';
import type { ListParts } from './list-payments';
import { paymentForListing } from './methods/method-list.view';
import { paymentRoutingView } from './payment/payment-routing.view';
import { surchargeDetailsView } from './payment/surcharge.parts';
import { viewFor } from './payment/view-for';

type Limits = Pick<MessageContext, 'onlyProfile'>;

export abstract class QueryParts implements ListParts {
  abstract readonly settings: ListParts['settings'] & Pick<AccountSettings, 'rules'>;
  abstract readonly seals: ListParts['seals'];
  abstract readonly rules: ListParts['rules'];
  abstract readonly repository: Pick<PaymentRepository, 'find'>;
  abstract readonly read: ListParts['read'];
  /** Reads one payment, together with those that other queries ask for at the same time. */
  abstract readonly find: (merchantId: MerchantId, paymentId: PaymentId) => Promise<Payment | undefined>;
  abstract readonly now: () => Date;
}

export async function getPayment(
  parts: QueryParts,
  query: DataOf<typeof paymentGet>,
  limits: Limits = {},
): Promise<Reply> {
  const { merchantId, paymentId, caller, expandAttempts, expandCaptures } = query;
  const payment = await parts.find(merchantId, paymentId);
  if (!payment || isHidden(payment, { context: limits })) return refuse('payment_not_found');
  const view = { kind: 'payment', caller: caller.kind, expandAttempts, expandCaptures } as const;
  return checkCaller(payment, caller, parts.now()) ?? { kind: 'response', body: viewFor(payment, view, parts) };
}

/** The merchant's surcharge rules; undefined: none. */
export const surchargeRulesOf = ({ settings }: Pick<QueryParts, 'settings'>, merchantId: MerchantId) =>
  merchantRulesOf(settings.rules(merchantId), undefined).surcharge;

/** Why the attempts of the payment went where they went. */
export async function getRouting(
  parts: QueryParts,
  { merchantId, paymentId }: DataOf<typeof paymentRouting>,
  limits: Limits = {},
): Promise<Reply> {
  const payment = await parts.find(merchantId, paymentId);
  if (!payment || isHidden(payment, { context: limits })) return refuse('payment_not_found');
  return jsonReply(paymentRoutingView(payment));
}

/** The redirect of an attempt's start page. */
export async function getChallenge(parts: QueryParts, query: DataOf<typeof paymentChallenge>): Promise<Reply> {
  const { merchantId, paymentId, attemptId } = query;
  const payment = await parts.find(merchantId, paymentId);
  const challenge = challengeOf(payment, attemptId);
  return isRefusal(challenge) ? challenge : jsonReply(challenge);
}

/** Whether the authentication of the payment, and the authorization after it, are still under way. */
export async function getPoll(
  parts: QueryParts,
  { merchantId, paymentId }: DataOf<typeof paymentPoll>,
  limits: Limits = {},
): Promise<Reply> {
  const payment = await parts.find(merchantId, paymentId);
  const status = payment && !isHidden(payment, { context: limits }) ? pollStatusOf(payment, parts.now()) : undefined;
  return status ? jsonReply({ status }) : refuse('poll_not_found');
}

/** The data that a browser's wallets need of a payment. */
export async function getSession(
  parts: QueryParts,
  query: DataOf<typeof paymentSession>,
  limits: Limits = {},
): Promise<Reply> {
  const { merchantId, paymentId, caller } = query;
  const payment = await parts.find(merchantId, paymentId);
  if (!payment || isHidden(payment, { context: limits })) return refuse('payment_not_found');
  const session = sessionOf(payment, caller, { now: parts.now(), rules: surchargeRulesOf(parts, merchantId) });
  if ('kind' in session) return session;
  return jsonReply(z.encode(paymentForSession, session));
}

/** What decides which payment methods the payment can be paid with; in any status, as a checkout may show a paid one. */
export async function getMethodList(
  parts: QueryParts,
  query: DataOf<typeof paymentMethodsFor>,
  limits: Limits = {},
): Promise<Reply> {
  const { merchantId, paymentId, caller } = query;
  const payment = await parts.find(merchantId, paymentId);
  if (!payment || isHidden(payment, { context: limits })) return refuse('payment_not_found');
  const refused = checkCaller(payment, caller, parts.now());
  if (refused) return refused;
  const profile = parts.settings.profile(merchantId, payment.profileId);
  const context = {
    caller: caller.kind,
    profile,
    merchant: parts.settings.merchant(merchantId),
    surchargeRules: surchargeRulesOf(parts, merchantId),
  };
  const body = z.encode(paymentForMethodList, paymentForListing(payment, context));
  return jsonReply(body);
}

/** What the merchant's rules would add for each payment method. */
export async function getSurcharges(
  parts: QueryParts,
  query: DataOf<typeof paymentSurcharges>,
  limits: Limits = {},
): Promise<Reply> {
  const { merchantId, paymentId, caller, methods } = query;
  const payment = await parts.find(merchantId, paymentId);
  if (!payment || isHidden(payment, { context: limits })) return refuse('payment_not_found');
  const refused = checkCaller(payment, caller, parts.now());
  if (refused) return refused;
  const rules = surchargeRulesOf(parts, merchantId);
  const body: PaymentSurchargesShown = {
    surcharges: methods.map((method) => surchargeDetailsView(payment, method, rules)),
    showsIndividually: parts.settings.rules(merchantId)?.surcharge?.showsIndividually === true,
  };
  return jsonReply(body);
}
