import type { JsonObject, PaymentFields, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import type { Attempt, Method } from './attempt';
import { isIn, move } from './attempt';
import type { CustomerRecord, DecideContext } from './decision';
import type { Payment } from './payment';
import { activeAttempt, isManual, withAttempt } from './payment';

const sentOr = <T>(sent: T | undefined, kept: T): T => (sent === undefined ? kept : sent);

/** A request's fields over what is stored: what was sent replaces, null included; what was not sent stays. */
export function withFields(
  payment: Payment,
  fields: PaymentFields,
  customer: CustomerRecord | undefined,
  now: Date,
): Payment {
  const currency = fields.currency ?? payment.money.currency;
  const changed: Payment = {
    ...payment,
    money: money(fields.amount ?? payment.money.amount, currency),
    extras: {
      shippingCost: sentOr(fields.shippingCost, payment.extras.shippingCost),
      orderTaxAmount: sentOr(fields.orderTaxAmount, payment.extras.orderTaxAmount),
      surchargeAmount: sentOr(fields.surchargeAmount, payment.extras.surchargeAmount),
      surchargeTaxAmount: sentOr(fields.surchargeTaxAmount, payment.extras.surchargeTaxAmount),
    },
    amountToCapture: sentOr(fields.amountToCapture, payment.amountToCapture),
    captureMethod: sentOr(fields.captureMethod, payment.captureMethod),
    authenticationType: sentOr(fields.authenticationType, payment.authenticationType),
    setupFutureUsage: sentOr(fields.setupFutureUsage, payment.setupFutureUsage),
    customerId: sentOr(fields.customerId, payment.customerId),
    returnUrl: sentOr(fields.returnUrl, payment.returnUrl),
    straightThrough: sentOr(fields.straightThrough, payment.straightThrough),
    browserInfo: sentOr(fields.browserInfo, payment.browserInfo),
    details: { ...payment.details, ...fields.details },
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
  const kept = payment.customer;
  return {
    name: sent?.name ?? kept?.name ?? record?.name ?? null,
    email: sent?.email ?? kept?.email ?? record?.email ?? null,
    phone: sent?.phone ?? kept?.phone ?? record?.phone ?? null,
    phoneCountryCode: sent?.phoneCountryCode ?? kept?.phoneCountryCode ?? record?.phoneCountryCode ?? null,
  };
}

function withMethod(payment: Payment, fields: PaymentFields, now: Date): Payment {
  const attempt = activeAttempt(payment);
  const method = methodOf(attempt, fields);
  if (method === attempt.method) return payment;
  const given: Attempt = { ...attempt, method };
  const hasData = method !== null && (method.card !== null || method.paymentMethodData !== null);
  if (hasData && isIn(given, 'payment_method_awaited', 'confirmation_awaited')) {
    return withAttempt(payment, move(given, 'method_given', {}, now));
  }
  return withAttempt(payment, given);
}

function methodOf(attempt: Attempt, fields: PaymentFields): Method | null {
  const { paymentMethod, paymentMethodType, card, paymentMethodData } = fields;
  if (paymentMethod === undefined && paymentMethodType === undefined && !card && !paymentMethodData)
    return attempt.method;
  const name = sentOr(paymentMethod, attempt.method?.paymentMethod ?? null);
  if (name === null) return attempt.method;
  return {
    paymentMethod: name,
    paymentMethodType: sentOr(paymentMethodType, attempt.method?.paymentMethodType ?? null),
    card: card ?? attempt.method?.card ?? null,
    paymentMethodData: mergedData(attempt.method?.paymentMethodData ?? null, paymentMethodData),
  };
}

const mergedData = (kept: JsonObject | null, sent: JsonObject | undefined): JsonObject | null =>
  sent === undefined ? kept : { ...kept, ...sent };

/** Card data that came before the confirmation is kept, and the confirmation may name it by this token. */
export const withToken = (
  payment: Payment,
  { card }: PaymentFields,
  { randomText }: Pick<DecideContext, 'randomText'>,
): Payment => (card ? { ...payment, paymentToken: `token_${randomText(20)}` } : payment);

/** A token that is named is this payment's own, for the card that came before: it is never passed over for another. */
export function checkToken({ paymentToken }: Payment, { card, details }: PaymentFields): Refusal | undefined {
  const named = details['payment_token'];
  return !card && typeof named === 'string' && named !== paymentToken ? refuse('token_expired') : undefined;
}

/** Rules over a payment's fields that need all of them together; checked again whenever they change. */
export function checkFields(payment: Payment): Refusal | undefined {
  const { amountToCapture, money: asked, captureMethod } = payment;
  if (amountToCapture !== null && amountToCapture > asked.amount) {
    return refuse('invalid_format', { field: 'amount_to_capture', expected: 'amount_to_capture lesser than amount' });
  }
  if (amountToCapture !== null && amountToCapture !== asked.amount && !isManual(captureMethod)) {
    return refuse('precondition_failed', {
      message: 'amount_to_capture must be equal to total_capturable_amount when capture_method = automatic',
    });
  }
  if (payment.details['enable_overcapture'] === true && !isManual(captureMethod)) {
    return refuse('precondition_failed', {
      message: 'Invalid overcapture request: supported only with manual capture',
    });
  }
  return undefined;
}
