import type { DataOf, paymentCreate, ProfileSettings } from '@payorch/contracts';
import { joinRefusals, linkLifetimeSeconds, refuse } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import { newAttempt } from '../attempts/new-attempt';
import type { DecideContext, Decision } from '../decision';
import { decideRequest } from './payment-request';
import { noFollowUps } from '../follow-ups';
import type { Payment } from '../payment';
import { readTerms } from '../terms/terms';
import { newLink } from '../client/payment-link';
import { nothing } from '../payment';

type Command = DataOf<typeof paymentCreate>;

export function createPayment(command: Command, context: DecideContext): Decision {
  const { fields, confirm } = command;
  const absent = (['currency', 'amount'] as const).filter((name) => fields[name] === undefined);
  const incomplete = joinRefusals(absent.map((field) => refuse('missing_param', { field })));
  if (incomplete) return incomplete;
  const payment = withLink(blank(command, context), command, context);
  // On the wire an absent `confirm` shows the whole amount as capturable, `false` shows zero.
  return decideRequest({ payment, fields, confirms: confirm === true, showsCapturable: confirm !== false }, context);
}

const withLink = (payment: Payment, { fields: { link } }: Command, context: DecideContext): Payment =>
  link ? { ...payment, link: newLink(link, payment.paymentId, context) } : payment;

/** The request's time, else the profile's, which is for a customer in the shop: a link lives for a day at least. */
const sessionSecondsOf = (
  { sessionExpirySeconds, link }: Command['fields'],
  profile: Pick<ProfileSettings, 'sessionExpirySeconds'>,
): number =>
  sessionExpirySeconds ??
  (link ? Math.max(linkLifetimeSeconds, profile.sessionExpirySeconds) : profile.sessionExpirySeconds);

function blank(
  { merchantId, paymentId, profileId, fields }: Command,
  { now, settings: { profile }, randomText }: DecideContext,
): Payment {
  return {
    merchantId,
    paymentId,
    profileId,
    version: 0,
    createdAt: now,
    modifiedAt: now,
    expiresAt: new Date(now.getTime() + sessionSecondsOf(fields, profile) * 1000),
    clientSecret: `${paymentId}_secret_${randomText(20)}`,
    money: money(fields.amount ?? 0n, fields.currency ?? 'USD'),
    extras: {
      shippingCost: null,
      orderTaxAmount: null,
      surchargeAmount: null,
      surchargeTaxAmount: null,
      installmentInterest: null,
    },
    amountToCapture: null,
    amountCapturable: nothing,
    amountReceived: null,
    captureMethod: null,
    authenticationType: null,
    setupFutureUsage: null,
    customerId: null,
    customer: null,
    returnUrl: null,
    paymentToken: null,
    straightThrough: null,
    credentials: null,
    narrowedTo: null,
    recurring: null,
    mandateTerms: null,
    saved: null,
    browserInfo: null,
    allKeysRequired: false,
    cancellationReason: null,
    merchantDecision: null,
    details: {},
    terms: readTerms({}),
    attempts: [{ ...newAttempt(paymentId, 1, now), state: 'payment_method_awaited' }],
    ...noFollowUps,
    refunds: [],
    disputes: [],
    pendingReplies: [],
    lastLookupAt: null,
  };
}
