import type { JsonObject, PaymentFields, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import type { Attempt, Method } from './attempt';
import { canPay, isIn, move } from './attempt';
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
    narrowedTo: fields.straightThrough === undefined ? payment.narrowedTo : null,
    mandateTerms: sentOr(fields.mandateTerms, payment.mandateTerms),
    browserInfo: sentOr(fields.browserInfo, payment.browserInfo),
    wantsWhole: fields.wantsWhole ?? payment.wantsWhole,
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
  if (method !== null && canPay(method) && isIn(given, 'payment_method_awaited', 'confirmation_awaited')) {
    return withAttempt(payment, move(given, 'method_given', {}, now));
  }
  return withAttempt(payment, given);
}

function methodOf(attempt: Attempt, fields: PaymentFields): Method | null {
  const { paymentMethod, paymentMethodType, card, sealedMethodData, paymentMethodData } = fields;
  const { method: kept } = attempt;
  if (paymentMethod === undefined && paymentMethodType === undefined && !hasMethodData(fields) && !paymentMethodData)
    return kept;
  const name = sentOr(paymentMethod, kept?.paymentMethod ?? null);
  if (name === null) return kept;
  // Whatever was given before, of this method or another, gives way as a whole: no two are mixed.
  const same = kept?.paymentMethod === name ? kept : null;
  const stays = hasMethodData(fields) ? null : same;
  return {
    paymentMethod: name,
    paymentMethodType: sentOr(paymentMethodType, same?.paymentMethodType ?? null),
    card: card ?? stays?.card ?? null,
    sealedData: sealedMethodData ?? stays?.sealedData ?? null,
    paymentMethodData: mergedData(stays ? kept : onlyBilling(kept), paymentMethodData),
  };
}

/** Whether the request brings something to pay with. */
export const hasMethodData = ({ card, sealedMethodData }: PaymentFields): boolean =>
  card !== undefined || sealedMethodData !== undefined;

type Data = Pick<Method, 'paymentMethodData'>;

const onlyBilling = (kept: Method | null): Data | null => {
  const billing = kept?.paymentMethodData?.['billing'];
  return billing === undefined ? null : { paymentMethodData: { billing } };
};

const mergedData = (kept: Data | null, sent: JsonObject | undefined): JsonObject | null =>
  sent === undefined ? (kept?.paymentMethodData ?? null) : { ...kept?.paymentMethodData, ...sent };

/** Card data that came before the confirmation is kept, and the confirmation may name it by this token. */
export const withToken = (
  payment: Payment,
  { card }: PaymentFields,
  { randomText }: Pick<DecideContext, 'randomText'>,
): Payment => (card ? { ...payment, paymentToken: `token_${randomText(20)}` } : payment);

/** A token that is named is this payment's own, for the card that came before: it is never passed over for another. */
export function checkToken({ paymentToken }: Payment, fields: PaymentFields): Refusal | undefined {
  const named = fields.details['payment_token'];
  return !hasMethodData(fields) && typeof named === 'string' && named !== paymentToken
    ? refuse('token_expired')
    : undefined;
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
