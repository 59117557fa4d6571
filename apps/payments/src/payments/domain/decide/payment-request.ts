import type { JsonObject, PaymentFields, Refusal } from '@payorch/contracts';
import { firstRefusal, isRefusal } from '@payorch/contracts';
import { minorUnits, money } from '@payorch/kernel';
import type { CustomerRecord } from '../../../customers/domain/customer';
import { canPay, type Method } from '../../../payment-methods/domain/method';
import type { Attempt } from '../attempts/attempt';
import { isIn, move } from '../attempts/attempt';
import { beginAuthorization } from '../authorization/begin-authorization';
import { withTerms } from '../client/payment-link';
import type { DecideContext, Decision } from '../decision';
import { decided, pendingRepliesOf } from '../decision';
import { fieldRules, hasMethodData, refuseDeletedCustomer, withFieldProblems } from '../fields';
import { withSavedMethod } from '../method/chosen-method';
import { refuseMandate, withRecurring } from '../method/recurring';
import type { Payment } from '../payment';
import { activeAttempt, netAmount, nothing, withAttempt, withDetails } from '../payment';
import { refuseUnclearChoice, withInterest } from '../terms/installments';
import { withSurcharge } from '../terms/surcharge';

/** A create, an update or a confirmation: what its caller may change of the payment. */
export interface PaymentRequest {
  /** As it was requested until now: without what rules have decided, since they decide anew about each change. */
  readonly payment: Payment;
  readonly fields: PaymentFields;
  readonly confirms: boolean;
  /** What the caller demands of the filled payment. */
  readonly check?: (filled: Payment) => Refusal | undefined;
  /** Whether the payment shows its amount as capturable before its confirmation. */
  readonly showsCapturable: boolean;
}

/** Adds to the payment all that the request brings; then confirms it, or stores it for a later confirmation. */
export function decideRequest(request: PaymentRequest, context: DecideContext): Decision {
  const { fields, check, confirms, showsCapturable } = request;
  const filled = filledBy(request, context);
  if (isRefusal(filled)) return filled;
  const disagreement = check?.(filled);
  if (disagreement) return disagreement;
  if (confirms) return beginAuthorization(filled, context);
  const refusal = firstRefusal([...fieldRules, refuseUnclearChoice, refuseMandate], filled, context);
  if (refusal) return refusal;
  const amountCapturable = showsCapturable ? minorUnits(netAmount(filled).amount) : nothing;
  return decided(withToken({ ...filled, amountCapturable }, fields, context), [
    { kind: 'reply', pendingReplies: pendingRepliesOf(context) },
  ]);
}

/** The payment with the request's fields, the payment method that they name, and the interest and surcharge of both. */
function filledBy({ payment, fields }: PaymentRequest, context: DecideContext): Payment | Refusal {
  const { customer } = context.records;
  const deleted = refuseDeletedCustomer(payment, customer);
  if (deleted) return deleted;
  const sent = withFields(payment, fields, customer, context.now);
  const named = withRecurring(sent, fields, context);
  const given = isRefusal(named) ? named : withSavedMethod(named, fields, context);
  return isRefusal(given) ? withFieldProblems(given, withInterest(sent)) : withSurcharge(withInterest(given), context);
}

const sentOr = <T>(sent: T | undefined, stored: T): T => (sent === undefined ? stored : sent);

/** Applies a request's fields to the payment: a sent field replaces the stored one, null included; others stay. */
function withFields(payment: Payment, fields: PaymentFields, customer: CustomerRecord | undefined, now: Date): Payment {
  const currency = fields.currency ?? payment.money.currency;
  const changed: Payment = {
    ...withDetails(payment, { ...payment.details, ...fields.details }),
    money: money(fields.amount ?? payment.money.amount, currency),
    extras: {
      shippingCost: sentOr(fields.shippingCost, payment.extras.shippingCost),
      orderTaxAmount: sentOr(fields.orderTaxAmount, payment.extras.orderTaxAmount),
      surchargeAmount: sentOr(fields.surchargeAmount, payment.extras.surchargeAmount),
      surchargeTaxAmount: sentOr(fields.surchargeTaxAmount, payment.extras.surchargeTaxAmount),
      installmentInterest: payment.extras.installmentInterest,
    },
    amountToCapture: sentOr(fields.amountToCapture, payment.amountToCapture),
    captureMethod: sentOr(fields.captureMethod, payment.captureMethod),
    authenticationType: sentOr(fields.authenticationType, payment.authenticationType),
    setupFutureUsage: sentOr(fields.setupFutureUsage, payment.setupFutureUsage),
    customerId: sentOr(fields.customerId, payment.customerId),
    returnUrl: sentOr(fields.returnUrl, payment.returnUrl),
    straightThrough: sentOr(fields.straightThrough, payment.straightThrough),
    credentials: fields.credentials ?? payment.credentials,
    narrowedTo: fields.straightThrough === undefined ? payment.narrowedTo : null,
    mandateTerms: sentOr(fields.mandateTerms, payment.mandateTerms),
    browserInfo: sentOr(fields.browserInfo, payment.browserInfo),
    allKeysRequired: fields.allKeysRequired ?? payment.allKeysRequired,
    ...(payment.link && fields.link && { link: withTerms(payment.link, fields.link) }),
  };
  return withMethod({ ...changed, customer: customerOf(changed, fields, customer) }, fields, now);
}

/** The request's values first, then what the payment had, then the customer's record. */
function customerOf(
  payment: Payment,
  { customer: sent }: PaymentFields,
  record: CustomerRecord | undefined,
): Payment['customer'] {
  if (payment.customerId === null && !sent && payment.customer === null) return null;
  const stored = payment.customer;
  const taxRegistrationId = sent?.taxRegistrationId ?? stored?.taxRegistrationId ?? record?.taxRegistrationId;
  const documentDetails = sent?.documentDetails ?? stored?.documentDetails ?? record?.documentDetails;
  return {
    name: sent?.name ?? stored?.name ?? record?.name ?? null,
    email: sent?.email ?? stored?.email ?? record?.email ?? null,
    phone: sent?.phone ?? stored?.phone ?? record?.phone ?? null,
    phoneCountryCode: sent?.phoneCountryCode ?? stored?.phoneCountryCode ?? record?.phoneCountryCode ?? null,
    // Few customers have these: absent keys take no space.
    ...(taxRegistrationId && { taxRegistrationId }),
    ...(documentDetails && { documentDetails }),
  };
}

function withMethod(payment: Payment, fields: PaymentFields, now: Date): Payment {
  const attempt = activeAttempt(payment);
  const method = methodOf(attempt, fields);
  if (method === attempt.method) return payment;
  const given: Attempt = { ...attempt, method };
  if (method !== null && canPay(method) && isIn(given, 'payment_method_awaited', 'confirmation_awaited')) {
    return withAttempt(payment, move(given, 'method_given', {}, { modifiedAt: now }));
  }
  return withAttempt(payment, given);
}

function methodOf(attempt: Attempt, fields: PaymentFields): Method | null {
  const { paymentMethod, paymentMethodType, card, sealedMethodData, paymentMethodData, walletCardType } = fields;
  const { method: stored } = attempt;
  if (paymentMethod === undefined && paymentMethodType === undefined && !hasMethodData(fields) && !paymentMethodData)
    return stored;
  const name = sentOr(paymentMethod, stored?.paymentMethod ?? null);
  if (name === null) return stored;
  // New data replaces the earlier data as a whole: data of two methods never mix.
  const sameMethod = stored?.paymentMethod === name ? stored : null;
  const stays = hasMethodData(fields) ? null : sameMethod;
  return {
    paymentMethod: name,
    paymentMethodType: sentOr(paymentMethodType, sameMethod?.paymentMethodType ?? null),
    card: card ?? stays?.card ?? null,
    sealedData: sealedMethodData ?? stays?.sealedData ?? null,
    paymentMethodData: mergedData(stays ? stored : onlyBilling(stored), paymentMethodData),
    ...(walletCardType === undefined ? stays && typeOfWalletCard(stays) : { walletCardType }),
    ...(stays?.walletToken && { walletToken: stays.walletToken }),
    ...(stays?.networkToken && { networkToken: stays.networkToken }),
    ...orderOf(fields, stays),
    ...proofOf(fields, stays),
    ...(stays?.savedAs && { savedAs: stays.savedAs }),
  };
}

const typeOfWalletCard = ({ walletCardType }: Method): Pick<Method, 'walletCardType'> =>
  walletCardType === undefined ? {} : { walletCardType };

/** The order stays with the data that names it. */
function orderOf(fields: PaymentFields, stays: Method | null): Pick<Method, 'orderDigest'> {
  const orderDigest = fields.orderDigest ?? stays?.orderDigest;
  return orderDigest === undefined ? {} : { orderDigest };
}

/** The proof of an authentication stays with its card: another card has none. */
function proofOf({ card, authentication }: PaymentFields, stays: Method | null): Pick<Method, 'authentication'> {
  const proof = card ? authentication : stays?.authentication;
  return proof === undefined ? {} : { authentication: proof };
}

type Data = Pick<Method, 'paymentMethodData'>;

const onlyBilling = (stored: Method | null): Data | null => {
  const billing = stored?.paymentMethodData?.['billing'];
  return billing === undefined ? null : { paymentMethodData: { billing } };
};

const mergedData = (stored: Data | null, sent: JsonObject | undefined): JsonObject | null =>
  sent === undefined ? (stored?.paymentMethodData ?? null) : { ...stored?.paymentMethodData, ...sent };

/** Stores card data sent before the confirmation; the confirmation may name it by this token. */
const withToken = (
  payment: Payment,
  { card }: PaymentFields,
  { randomText }: Pick<DecideContext, 'randomText'>,
): Payment => (card ? { ...payment, paymentToken: `token_${randomText(20)}` } : payment);
