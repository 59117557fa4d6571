import type { Refusal } from '@payorch/contracts';
import { firstRefusal, isTypeOfMethod, joinRefusals, readPlans, readSplit, refuse } from '@payorch/contracts';
import { checkChosenIds, checkCustomerPlaces } from '../../fields';
import { checkCvc, checkMonth, checkYear } from '../../sealing';
import { checkLinkFields } from './check-payment-link';
import { readStraightThrough } from './fields/straight-through';
import { checkOutsideAuthentication } from './outside-authentication';
import { isDataOf } from './payment-methods';
import { checkMandate, checkRecurring, checkRecurringDetails, checkStoredCredential } from './check-recurring-request';
import { type PaymentRequest, customerIdOf, cvcOfKnownCard, isPresent, methodDataKey } from './payment-request';
import { type Check, type CheckContext, missing, notAllowed, wrong } from './request-check';

export type { CheckContext } from './request-check';

const largestAmount = 999_999_999;
/** Runs before authentication: scheduled captures are not implemented. */
export function refuseScheduledCapture(body: unknown): Refusal | undefined {
  if ((body as { capture_method?: unknown } | null | undefined)?.capture_method !== 'scheduled') return undefined;
  return refuse('not_implemented', {
    message: 'This API is under development and will be made available soon.',
  });
}

/** Checks the ids that the caller chooses for new objects. */
const checkIds: Check = (sent, { operation }) =>
  checkChosenIds({
    ...(operation === 'create' && { payment_id: sent.payment_id }),
    customer_id: sent.customer_id,
    'customer.id': sent.customer?.id,
  });

/** The interface limits every amount of a payment. */
export const checkAmount = ({ amount }: Pick<PaymentRequest, 'amount'>): Refusal | undefined =>
  isPresent(amount) && amount > largestAmount
    ? wrong('amount', `amount should not be more than ${largestAmount}`)
    : undefined;

/** What is added to the amount has the same limit: no sum of them may leave the range of exact numbers. */
const checkExtras: Check = ({ shipping_cost, order_tax_amount, surcharge_details: surcharge }) => {
  const extras = {
    shipping_cost,
    order_tax_amount,
    'surcharge_details.surcharge_amount': surcharge?.surcharge_amount,
    'surcharge_details.tax_amount': surcharge?.tax_amount,
  };
  const tooLarge = Object.entries(extras).filter(([, value]) => isPresent(value) && value > largestAmount);
  return joinRefusals(tooLarge.map(([name]) => wrong(name, `${name} should not be more than ${largestAmount}`)));
};

const checkSession: Check = ({ session_expiry: seconds }) =>
  isPresent(seconds) && (seconds < 60 || seconds > 7_890_000)
    ? notAllowed('session_expiry', 'session_expiry should be between 60(1 min) to 7890000(3 months).')
    : undefined;

const checkPaymentLink: Check = ({ payment_link, confirm }, { operation }) =>
  operation === 'create' && payment_link && confirm
    ? notAllowed('confirm', 'cannot confirm a payment while creating a payment link')
    : undefined;

const checkMerchant: Check = ({ merchant_id }, { merchantId, operation }) => {
  if (!isPresent(merchant_id) || merchant_id === merchantId) return undefined;
  return operation === 'create'
    ? refuse('merchant_not_found', { path: 'merchant_id' })
    : refuse('invalid_format', { field: 'merchant_id', expected: 'merchant_id from merchant account' });
};

const surchargeOf = ({ surcharge_details: surcharge }: PaymentRequest): number =>
  (surcharge?.surcharge_amount ?? 0) + (surcharge?.tax_amount ?? 0);

const checkAmountToCapture: Check = (sent, { operation }) => {
  const { amount, amount_to_capture: toCapture } = sent;
  if (
    operation === 'confirm' ||
    !isPresent(amount) ||
    !isPresent(toCapture) ||
    toCapture <= amount + surchargeOf(sent)
  ) {
    return undefined;
  }
  const expected = `amount_to_capture lesser than${operation === 'update' ? ' or equal to' : ''} amount`;
  return refuse('invalid_format', { field: 'amount_to_capture', expected });
};

/** Only a create request contains all parts of the total. */
const checkWholeCapture: Check = (sent, { operation }) => {
  const { amount, amount_to_capture: toCapture, capture_method: method } = sent;
  if (operation !== 'create' || !isPresent(toCapture) || !isPresent(amount)) return undefined;
  if ((method ?? 'automatic') !== 'automatic' && method !== 'sequential_automatic') return undefined;
  const total = amount + (sent.shipping_cost ?? 0) + (sent.order_tax_amount ?? 0) + surchargeOf(sent);
  return toCapture === total
    ? undefined
    : wrong(
        'amount_to_capture',
        'amount_to_capture must be equal to total_capturable_amount when capture_method = automatic',
      );
};

/** Messages name a field of a card alone; the path says where the card is. */
const ofCard = (refused: Refusal | undefined, field: string): Refusal | undefined =>
  refused && { ...refused, details: { ...refused.details, path: `payment_method_data.card.${field}` } };

const checkCardData: readonly Check[] = [
  (sent) => {
    const card = sent.payment_method_data?.card;
    return card ? ofCard(checkCvc(card.card_cvc ?? undefined), 'card_cvc') : checkCvc(cvcOfKnownCard(sent));
  },
  ({ payment_method_data: data }) => data?.card && ofCard(checkMonth(data.card), 'card_exp_month'),
  ({ payment_method_data: data }, { now }) => data?.card && ofCard(checkYear(data.card, now), 'card_exp_year'),
];

/** The payment method as a request names it, with the key of its data. */
interface NamedMethod {
  readonly method: string;
  readonly type: string | null | undefined;
  readonly dataKey: string | undefined;
}

const differentType = (method: string, type: NamedMethod['type']): boolean =>
  isPresent(type) && !isTypeOfMethod(method, type);

/** In the interface's order. Data is not compared with a type of another payment method. */
const methodChecks: readonly ((named: NamedMethod, sent: PaymentRequest) => Refusal | undefined)[] = [
  ({ method, type }) => (method !== 'card' && !isPresent(type) ? missing('payment_method_type') : undefined),
  ({ method, dataKey }, sent) => {
    const isBacked = [sent.payment_token, sent.recurring_details, sent.ctp_service_details].some(isPresent);
    return dataKey === undefined && !isBacked && method !== 'reward' ? missing('payment_method_data') : undefined;
  },
  ({ method, type }) =>
    differentType(method, type)
      ? notAllowed('payment_method_type', "payment_method_type doesn't correspond to the specified payment_method")
      : undefined,
  ({ method, type: named, dataKey: key }, { payment_method_data: sent }) => {
    if (key === undefined) return undefined;
    const type = differentType(method, named) ? null : named;
    return isDataOf({ method, type }, { key, data: sent?.[key as keyof typeof sent] })
      ? undefined
      : notAllowed('payment_method_data', "payment_method_data doesn't correspond to the specified payment_method");
  },
];

const checkMethodFields: Check = (sent) => {
  const { payment_method: method, payment_method_type: type } = sent;
  const dataKey = methodDataKey(sent);
  if (isPresent(method)) return firstRefusal(methodChecks, { method, type, dataKey }, sent);
  return dataKey === undefined ? undefined : missing('payment_method');
};

/** The customer chooses a plan, then confirms. */
const checkInstallments: Check = ({ installment_options: options, installment_data: chosen, confirm }, { operation }) =>
  operation === 'create' && confirm && (isPresent(options) || isPresent(chosen))
    ? notAllowed(
        'installment_options',
        'installment_options and installment_data are not supported when confirm is true.',
      )
    : undefined;

/** A plan that no payment can have. */
const checkPlans: Check = ({ installment_options }) => {
  const read = readPlans(installment_options);
  return read.kind === 'wrong' ? refuse('value_not_allowed', { field: read.field, allowed: read.allowed }) : undefined;
};

const checkOvercapture: Check = ({ enable_overcapture, capture_method }, { operation }) =>
  operation === 'create' && enable_overcapture && capture_method !== 'manual'
    ? wrong('enable_overcapture', 'Invalid overcapture request: supported only with manual capture')
    : undefined;

const notServed = (field: string): Refusal =>
  refuse('not_implemented', { message: `${field} is not implemented`, path: field });

export const refuseInlineCredentials = (sent: { readonly merchant_connector_details?: unknown }): Refusal | undefined =>
  isPresent(sent.merchant_connector_details) ? notServed('merchant_connector_details') : undefined;

/** A split that no payment can have. That the application fee is a part of the amount, the owner of the payment checks. */
const checkSplit: Check = ({ split_payments }) => {
  const read = readSplit(split_payments);
  return read.kind === 'wrong' ? refuse('value_not_allowed', { field: read.field, allowed: read.allowed }) : undefined;
};

/** The service cannot use these fields yet: to ignore them would charge differently than requested. */
const checkUnsupported: Check = (sent) => {
  return isPresent(sent.ctp_service_details) ? notServed('ctp_service_details') : undefined;
};

const checkConfirmed: Check = (sent, { operation }) => {
  if (operation !== 'create' || !sent.confirm) return undefined;
  const hasMethod =
    isPresent(sent.payment_method) && (methodDataKey(sent) !== undefined || sent.payment_method === 'reward');
  const isNamed = hasMethod || [sent.payment_token, sent.recurring_details, sent.mandate_id].some(isPresent);
  const lacksCustomer = isPresent(sent.setup_future_usage) && customerIdOf(sent) === undefined;
  return joinRefusals([
    isNamed
      ? undefined
      : notAllowed('payment_method_data', 'A payment token or payment method data or ctp service details is required'),
    lacksCustomer ? wrong('customer_id', 'customer_id is mandatory when setup_future_usage is given') : undefined,
  ]);
};

const checkRouting: Check = (sent) => {
  const read = readStraightThrough(sent);
  return read?.kind === 'refused' ? read : undefined;
};

/** The interface reports a missing currency before a missing amount. */
const checkMoneyIsThere = (['currency', 'amount'] as const).map(
  (name): Check =>
    (sent, { operation }) =>
      operation === 'create' && !isPresent(sent[name]) ? missing(name) : undefined,
);

const checkLinkReturns: Check = ({ payment_link, return_url }, { operation }) =>
  operation === 'create' && payment_link && !isPresent(return_url)
    ? notAllowed('return_url', 'return_url must be sent while creating a payment link')
    : undefined;

/** In the interface's order: the first refusal is the response. */
const checks: readonly Check[] = [
  checkIds,
  checkCustomerPlaces,
  checkAmount,
  checkExtras,
  checkSession,
  checkPaymentLink,
  checkMerchant,
  checkAmountToCapture,
  checkWholeCapture,
  ...checkCardData,
  checkMethodFields,
  checkMandate,
  checkRecurringDetails,
  checkRecurring,
  checkStoredCredential,
  checkInstallments,
  checkPlans,
  checkOvercapture,
  checkSplit,
  checkOutsideAuthentication,
  checkUnsupported,
  checkConfirmed,
  checkRouting,
  ...checkMoneyIsThere,
  checkLinkReturns,
  checkLinkFields,
];

/** Checks that need only the payment request, no stored payment. */
export const checkPaymentRequest = (sent: PaymentRequest, context: CheckContext): Refusal | undefined =>
  firstRefusal(checks, sent, context);
