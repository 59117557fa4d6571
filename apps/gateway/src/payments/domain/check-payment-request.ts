import type { Refusal } from '@payorch/contracts';
import { isTypeOfMethod, readSplit, refuse } from '@payorch/contracts';
import { checkChosenIds } from '../../fields';
import { checkCard, checkCvc } from '../../sealing';
import { checkLinkFields } from './check-payment-link';
import { readStraightThrough } from './fields/straight-through';
import { checkOutsideAuthentication } from './outside-authentication';
import { isDataOf } from './payment-methods';
import { checkRecurringData, methodByNetworkOf, namesSaved, tokenByNetworkOf } from './recurring-data';
import { type PaymentOperation, type PaymentRequest, customerIdOf, isPresent, methodDataKey } from './payment-request';

export interface CheckContext {
  readonly operation: PaymentOperation;
  /** The merchant of the API key. */
  readonly merchantId: string;
  readonly now: Date;
}

type Check = (sent: PaymentRequest, context: CheckContext) => Refusal | undefined;

const largestAmount = 999_999_999;
const missing = (field: string): Refusal => refuse('missing_param', { field });
const notAllowed = (message: string): Refusal => refuse('invalid_request', { message });
const wrong = (message: string): Refusal => refuse('precondition_failed', { message });

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

const ambiguousFields = ['name', 'email', 'phone', 'phone_country_code'] as const;

/** A request may name customer fields in two places; both values must agree. */
const checkCustomerFields: Check = (sent) => {
  const { customer } = sent;
  if (!customer) return undefined;
  const differ = (a: unknown, b: unknown) => isPresent(a) && isPresent(b) && a !== b;
  const pairs = [
    ...(differ(sent.customer_id, customer.id) ? ['customer_id and customer.id'] : []),
    ...ambiguousFields
      .filter((field) => differ(sent[field], customer[field]))
      .map((field) => `${field} and customer.${field}`),
  ];
  return pairs.length === 0
    ? undefined
    : wrong(`The field names \`${pairs.join(', ')}\` sent in both places is ambiguous`);
};

/** The interface limits every amount of a payment. */
export const checkAmount = ({ amount }: Pick<PaymentRequest, 'amount'>): Refusal | undefined =>
  isPresent(amount) && amount > largestAmount ? wrong(`amount should not be more than ${largestAmount}`) : undefined;

/** What is added to the amount has the same limit: no sum of them may leave the range of exact numbers. */
const checkExtras: Check = ({ shipping_cost, order_tax_amount, surcharge_details: surcharge }) => {
  const extras = {
    shipping_cost,
    order_tax_amount,
    'surcharge_details.surcharge_amount': surcharge?.surcharge_amount,
    'surcharge_details.tax_amount': surcharge?.tax_amount,
  };
  const tooLarge = Object.entries(extras).find(([, value]) => isPresent(value) && value > largestAmount);
  return tooLarge && wrong(`${tooLarge[0]} should not be more than ${largestAmount}`);
};

const checkSession: Check = ({ session_expiry: seconds }) =>
  isPresent(seconds) && (seconds < 60 || seconds > 7_890_000)
    ? notAllowed('session_expiry should be between 60(1 min) to 7890000(3 months).')
    : undefined;

const checkPaymentLink: Check = ({ payment_link, confirm }, { operation }) =>
  operation === 'create' && payment_link && confirm
    ? notAllowed('cannot confirm a payment while creating a payment link')
    : undefined;

const checkMerchant: Check = ({ merchant_id }, { merchantId, operation }) => {
  if (!isPresent(merchant_id) || merchant_id === merchantId) return undefined;
  return operation === 'create'
    ? refuse('merchant_not_found')
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
    : wrong('amount_to_capture must be equal to total_capturable_amount when capture_method = automatic');
};

const checkCardData: Check = ({ payment_method_data: data, card_cvc }, { now }) =>
  data?.card ? checkCard(data.card, now) : checkCvc(card_cvc ?? undefined);

const checkMethodFields: Check = (sent) => {
  const { payment_method: method, payment_method_type: type } = sent;
  const dataKey = methodDataKey(sent);
  if (!isPresent(method)) return dataKey === undefined ? undefined : missing('payment_method');
  if (method !== 'card' && !isPresent(type)) return missing('payment_method_type');
  const isBacked = [sent.payment_token, sent.recurring_details, sent.ctp_service_details].some(isPresent);
  if (dataKey === undefined && !isBacked && method !== 'reward') return missing('payment_method_data');
  if (isPresent(type) && !isTypeOfMethod(method, type)) {
    return notAllowed("payment_method_type doesn't correspond to the specified payment_method");
  }
  const data = dataKey && sent.payment_method_data?.[dataKey as keyof typeof sent.payment_method_data];
  if (dataKey !== undefined && !isDataOf({ method, type }, { key: dataKey, data })) {
    return notAllowed("payment_method_data doesn't correspond to the specified payment_method");
  }
  return undefined;
};

/** A confirmation may use the stored customer. */
const checkMandate: Check = (sent, { operation }) => {
  if (!isPresent(sent.mandate_data)) return undefined;
  if (isPresent(sent.recurring_details)) {
    const reason = 'Expected one out of recurring_details and mandate_data but got both';
    return refuse('mandate_validation_failed', { reason });
  }
  if (isPresent(sent.mandate_data.mandate_type) && isPresent(sent.mandate_data.update_mandate_id)) {
    return notAllowed("Only one field out of 'mandate_type' and 'update_mandate_id' was expected, found both");
  }
  const { single_use: once, multi_use: often } = sent.mandate_data.mandate_type ?? {};
  if ((once?.amount ?? often?.amount ?? 0) < 0)
    return refuse('invalid_format', { field: 'amount', expected: 'positive integer' });
  if (operation !== 'confirm' && customerIdOf(sent) === undefined)
    return wrong('`customer_id` is mandatory for mandates');
  return sent.setup_future_usage === 'off_session'
    ? undefined
    : wrong('`setup_future_usage` must be `off_session` for mandates');
};

/** A request that names a stored credential cannot deny that the credential is stored. */
const checkStoredCredential: Check = (sent) =>
  sent.is_stored_credential === false && [sent.payment_token, sent.recurring_details, sent.mandate_id].some(isPresent)
    ? notAllowed('is_stored_credential should be true when reusing stored payment method data')
    : undefined;

/** The customer chooses a plan, then confirms. */
const checkInstallments: Check = (
  { installment_options: options, installment_data: chosen, confirm },
  { operation },
) =>
  operation === 'create' && confirm && (isPresent(options) || isPresent(chosen))
    ? notAllowed('installment_options and installment_data are not supported when confirm is true.')
    : undefined;

const checkRecurringDetails: Check = (sent, { now }) => {
  const { recurring_details: recurring } = sent;
  if (!isPresent(recurring)) return undefined;
  for (const other of ['payment_token', 'mandate_id'] as const) {
    if (isPresent(sent[other])) return wrong(`Expected one out of recurring_details and ${other} but got both`);
  }
  return checkRecurringData(recurring, now);
};

/** A card or a token needs no name; what a processor saved may be anything. */
function checkNamedMethod(sent: PaymentRequest): Refusal | undefined {
  const { payment_method: method, payment_method_type: type } = sent;
  const named = methodByNetworkOf(sent);
  if (named === undefined) return isPresent(method) ? undefined : missing('payment_method');
  if (isPresent(method) && method !== named) {
    return notAllowed("payment_method_data doesn't correspond to the specified payment_method");
  }
  const token = tokenByNetworkOf(sent);
  return token && isPresent(type) && type !== token.paymentMethodType
    ? notAllowed("payment_method_type doesn't correspond to the specified payment_method")
    : undefined;
}

/** A saved payment method is charged off session, at once and in full. */
const checkRecurring: Check = (sent) => {
  if (!isPresent(sent.recurring_details) && !isPresent(sent.mandate_id)) return undefined;
  if (methodDataKey(sent) !== undefined) return notAllowed('Mandate payments cannot have payment_method_data field');
  if (!namesSaved(sent)) return checkNamedMethod(sent);
  if (customerIdOf(sent) === undefined) return missing('customer_id');
  if (!isPresent(sent.confirm)) return missing('confirm');
  if (!sent.confirm) return wrong('`confirm` must be `true` for mandates');
  if (!isPresent(sent.off_session)) return missing('off_session');
  return sent.off_session ? undefined : wrong('`off_session` should be `true` for mandates');
};

const checkOvercapture: Check = ({ enable_overcapture, capture_method }, { operation }) =>
  operation === 'create' && enable_overcapture && capture_method !== 'manual'
    ? wrong('Invalid overcapture request: supported only with manual capture')
    : undefined;

const notServed = (field: string): Refusal => refuse('not_implemented', { message: `${field} is not implemented` });

export const refuseInlineCredentials = (sent: {
  readonly merchant_connector_details?: unknown;
}): Refusal | undefined =>
  isPresent(sent.merchant_connector_details) ? notServed('merchant_connector_details') : undefined;

/** A split that no payment can have. That the application fee is a part of the amount, the owner of the payment checks. */
const checkSplit: Check = ({ split_payments }) => {
  const read = readSplit(split_payments);
  return read.kind === 'wrong' ? refuse('invalid_value', { field: read.field }) : undefined;
};

/** The service cannot use these fields yet: to ignore them would charge differently than requested. */
const checkUnsupported: Check = (sent) => {
  return isPresent(sent.ctp_service_details) ? notServed('ctp_service_details') : undefined;
};

const checkConfirmed: Check = (sent, { operation }) => {
  if (operation !== 'create' || !sent.confirm) return undefined;
  const hasMethod =
    isPresent(sent.payment_method) && (methodDataKey(sent) !== undefined || sent.payment_method === 'reward');
  if (!hasMethod && ![sent.payment_token, sent.recurring_details, sent.mandate_id].some(isPresent)) {
    return notAllowed('A payment token or payment method data or ctp service details is required');
  }
  return isPresent(sent.setup_future_usage) && customerIdOf(sent) === undefined
    ? wrong('customer_id is mandatory when setup_future_usage is given')
    : undefined;
};

const checkRouting: Check = (sent) => {
  const read = readStraightThrough(sent);
  return read?.kind === 'refused' ? read : undefined;
};

/** The interface reports a missing currency before a missing amount. */
const checkMoneyIsThere: Check = ({ currency, amount }, { operation }) => {
  if (operation !== 'create') return undefined;
  if (!isPresent(currency)) return missing('currency');
  return isPresent(amount) ? undefined : missing('amount');
};

const checkLinkReturns: Check = ({ payment_link, return_url }, { operation }) =>
  operation === 'create' && payment_link && !isPresent(return_url)
    ? notAllowed('return_url must be sent while creating a payment link')
    : undefined;

/** In the interface's order: the first refusal is the response. */
const checks: readonly Check[] = [
  checkIds,
  checkCustomerFields,
  checkAmount,
  checkExtras,
  checkSession,
  checkPaymentLink,
  checkMerchant,
  checkAmountToCapture,
  checkWholeCapture,
  checkCardData,
  checkMethodFields,
  checkMandate,
  checkRecurringDetails,
  checkRecurring,
  checkStoredCredential,
  checkInstallments,
  checkOvercapture,
  checkSplit,
  checkOutsideAuthentication,
  checkUnsupported,
  checkConfirmed,
  checkRouting,
  checkMoneyIsThere,
  checkLinkReturns,
  checkLinkFields,
];

/** Checks that need only the payment request, no stored payment. */
export function checkPaymentRequest(sent: PaymentRequest, context: CheckContext): Refusal | undefined {
  for (const check of checks) {
    const refused = check(sent, context);
    if (refused) return refused;
  }
  return undefined;
}
