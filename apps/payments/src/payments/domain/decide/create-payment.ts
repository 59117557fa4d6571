import type { DataOf, paymentCreate, ProfileSettings } from '@payorch/contracts';
import { differing, isRefusal, joinRefusals, linkLifetimeSeconds, refuse } from '@payorch/contracts';
import { attemptIdOf, minorUnits, money } from '@payorch/kernel';
import { beginAuthorization } from '../begin-authorization';
import { withSavedMethod } from '../method/chosen-method';
import type { DecideContext, Decision } from '../decision';
import { decided, pendingRepliesOf } from '../decision';
import { differingFields } from '../differing-fields';
import { checkFields, refuseDeletedCustomer, withFieldProblems, withFields, withToken } from '../fields';
import type { Payment } from '../payment';
import { withSurcharge } from '../terms/surcharge';
import { newLink } from '../payment-link';
import { netAmount, nothing } from '../payment';

type Command = DataOf<typeof paymentCreate>;

/** A payment id is used once: a second create is refused, never replayed. */
export function createPayment(existing: Payment | undefined, command: Command, context: DecideContext): Decision {
  if (existing) {
    const reason = `PaymentId("${command.paymentId}") already exists`;
    return refuse('payment_exists', { reason, ...differing(differingFields(existing, command)) });
  }
  const { fields, confirm } = command;
  const absent = (['currency', 'amount'] as const).filter((name) => fields[name] === undefined);
  const incomplete = joinRefusals(absent.map((field) => refuse('missing_param', { field })));
  if (incomplete) return incomplete;
  const fresh = withLink(blank(command, context), command, context);
  const deleted = refuseDeletedCustomer(fresh, context.customer);
  if (deleted) return deleted;
  const sent = withFields(fresh, fields, context.customer, context.now);
  const given = withSavedMethod(sent, fields, context);
  if (isRefusal(given)) return withFieldProblems(given, sent);
  const filled = withSurcharge(given, context);
  if (confirm === true) return beginAuthorization(filled, context);
  const refusal = checkFields(filled);
  if (refusal) return refusal;
  // On the wire an absent `confirm` shows the whole amount as capturable, `false` shows zero.
  const amountCapturable = confirm === false ? nothing : minorUnits(netAmount(filled).amount);
  return decided(withToken({ ...filled, amountCapturable }, fields, context), [
    { kind: 'reply', pendingReplies: pendingRepliesOf(context) },
  ]);
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
  { now, profile, randomText }: DecideContext,
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
    attempts: [
      {
        id: attemptIdOf(paymentId, 1),
        number: 1,
        state: 'payment_method_awaited',
        facts: {},
        method: null,
        fallbacks: [],
        syncCount: 0,
        canIncrement: false,
        authorizationTerms: null,
        stored: null,
        checks: null,
        whole: null,
        split: null,
        client: null,
        createdAt: now,
        modifiedAt: now,
      },
    ],
    captures: [],
    increments: [],
    extensions: [],
    postCaptureVoids: [],
    orders: [],
    refunds: [],
    pendingReplies: [],
    lastLookupAt: null,
  };
}
