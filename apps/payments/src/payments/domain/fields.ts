import type { JsonObject, PaymentFields, Refusal } from '@payorch/contracts';
import { firstRefusal, refuse, withOthers } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import type { Attempt } from './attempt';
import type { Method } from '../../payment-methods/domain/method';
import { isIn, move } from './attempt';
import { canPay } from '../../payment-methods/domain/method';
import type { CustomerRecord } from '../../customers/domain/customer';
import type { DecideContext } from './decision';
import type { Payment } from './payment';
import { withTerms } from './payment-link';
import { asRequested } from './ruled';
import { refuseUnclearChoice, withInterest } from './terms/installments';
import { checkSplit } from './terms/split';
import { activeAttempt, isManual, netAmount, withAttempt } from './payment';

const sentOr = <T>(sent: T | undefined, stored: T): T => (sent === undefined ? stored : sent);

/** Applies a request's fields to the payment: a sent field replaces the stored one, null included; others stay. */
export function withFields(
  ruled: Payment,
  fields: PaymentFields,
  customer: CustomerRecord | undefined,
  now: Date,
): Payment {
  const payment = asRequested(ruled);
  const currency = fields.currency ?? payment.money.currency;
  const changed: Payment = {
    ...payment,
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
    details: { ...payment.details, ...fields.details },
  };
  return withInterest(withMethod({ ...changed, customer: customerOf(changed, fields, customer) }, fields, now));
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

/** A deleted customer pays no more, neither with a new payment nor with one that was created before. */
export const refuseDeletedCustomer = (
  { isRedacted }: Pick<Payment, 'isRedacted'>,
  customer: CustomerRecord | undefined,
): Refusal | undefined => (isRedacted || customer?.redactedAt ? refuse('customer_redacted') : undefined);

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

/** Whether the request contains payment method data. */
export const hasMethodData = ({ card, sealedMethodData }: PaymentFields): boolean =>
  card !== undefined || sealedMethodData !== undefined;

type Data = Pick<Method, 'paymentMethodData'>;

const onlyBilling = (stored: Method | null): Data | null => {
  const billing = stored?.paymentMethodData?.['billing'];
  return billing === undefined ? null : { paymentMethodData: { billing } };
};

const mergedData = (stored: Data | null, sent: JsonObject | undefined): JsonObject | null =>
  sent === undefined ? (stored?.paymentMethodData ?? null) : { ...stored?.paymentMethodData, ...sent };

/** Stores card data sent before the confirmation; the confirmation may name it by this token. */
export const withToken = (
  payment: Payment,
  { card }: PaymentFields,
  { randomText }: Pick<DecideContext, 'randomText'>,
): Payment => (card ? { ...payment, paymentToken: `token_${randomText(20)}` } : payment);

const checkLargestCapture = (payment: Payment): Refusal | undefined =>
  payment.amountToCapture !== null && payment.amountToCapture > netAmount(payment).amount
    ? refuse('invalid_format', { field: 'amount_to_capture', expected: 'amount_to_capture lesser than amount' })
    : undefined;

function checkWholeCapture(payment: Payment): Refusal | undefined {
  const { amountToCapture, captureMethod } = payment;
  if (amountToCapture === null || isManual(captureMethod) || amountToCapture === netAmount(payment).amount)
    return undefined;
  return refuse('precondition_failed', {
    message: 'amount_to_capture must be equal to total_capturable_amount when capture_method = automatic',
    path: 'amount_to_capture',
  });
}

const checkOvercapture = ({ details, captureMethod }: Payment): Refusal | undefined =>
  details['enable_overcapture'] === true && captureMethod !== 'manual'
    ? refuse('precondition_failed', {
        message: 'Invalid overcapture request: supported only with manual capture',
        path: 'enable_overcapture',
      })
    : undefined;

/** Rules that involve several fields of a payment, in the interface's order; every change is checked. */
export const fieldRules: readonly ((payment: Payment) => Refusal | undefined)[] = [
  checkLargestCapture,
  checkWholeCapture,
  checkOvercapture,
  checkSplit,
];

/** The rules for a payment that is not confirmed yet. */
export const checkFields = (payment: Payment): Refusal | undefined =>
  firstRefusal([...fieldRules, refuseUnclearChoice], payment);

/** The refusal of a saved payment method, with what is wrong with the payment whichever method it has. */
export const withFieldProblems = (refused: Refusal, payment: Payment): Refusal =>
  withOthers(
    refused,
    fieldRules.flatMap((rule) => rule(payment) ?? []),
  );
