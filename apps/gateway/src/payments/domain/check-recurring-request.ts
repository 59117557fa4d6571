import { firstRefusal, joinRefusals, refuse, type Refusal } from '@payorch/contracts';
import { customerIdOf, isPresent, methodDataKey, type PaymentRequest } from './payment-request';
import { checkRecurringData, methodByNetworkOf, namesSaved, tokenByNetworkOf } from './recurring-data';
import { type Check, missing, notAllowed, wrong } from './request-check';

const checkMandateType: Check = ({ mandate_data: data }) =>
  isPresent(data?.mandate_type) && isPresent(data.update_mandate_id)
    ? notAllowed(
        'mandate_data',
        "Only one field out of 'mandate_type' and 'update_mandate_id' was expected, found both",
      )
    : undefined;

const checkMandateAmount: Check = ({ mandate_data: data }) => {
  const { single_use: once, multi_use: often } = data?.mandate_type ?? {};
  return (once?.amount ?? often?.amount ?? 0) < 0
    ? refuse('invalid_format', { field: 'amount', expected: 'positive integer', path: 'mandate_data.mandate_type' })
    : undefined;
};

/** A confirmation may use the stored customer. */
const checkMandateCustomer: Check = (sent, { operation }) =>
  operation !== 'confirm' && customerIdOf(sent) === undefined
    ? wrong('customer_id', '`customer_id` is mandatory for mandates')
    : undefined;

const checkMandateUsage: Check = ({ setup_future_usage: usage }) =>
  usage === 'off_session'
    ? undefined
    : wrong('setup_future_usage', '`setup_future_usage` must be `off_session` for mandates');

const mandateChecks = [checkMandateType, checkMandateAmount, checkMandateCustomer, checkMandateUsage];

/** A request that also names a saved payment method has no mandate to check. */
export const checkMandate: Check = (sent, context) => {
  if (!isPresent(sent.mandate_data)) return undefined;
  if (!isPresent(sent.recurring_details)) return firstRefusal(mandateChecks, sent, context);
  const reason = 'Expected one out of recurring_details and mandate_data but got both';
  return refuse('mandate_validation_failed', { reason, path: 'recurring_details' });
};

/** A request that names a stored credential cannot deny that the credential is stored. */
export const checkStoredCredential: Check = (sent) =>
  sent.is_stored_credential === false && [sent.payment_token, sent.recurring_details, sent.mandate_id].some(isPresent)
    ? notAllowed('is_stored_credential', 'is_stored_credential should be true when reusing stored payment method data')
    : undefined;

export const checkRecurringDetails: Check = (sent, { now }) => {
  const { recurring_details: recurring } = sent;
  if (!isPresent(recurring)) return undefined;
  const besides = (['payment_token', 'mandate_id'] as const)
    .filter((other) => isPresent(sent[other]))
    .map((other) => wrong(other, `Expected one out of recurring_details and ${other} but got both`));
  return joinRefusals(besides) ?? checkRecurringData(recurring, now);
};

/** A card or a token needs no name; what a processor saved may be anything. */
function checkNamedMethod(sent: PaymentRequest): Refusal | undefined {
  const { payment_method: method, payment_method_type: type } = sent;
  const named = methodByNetworkOf(sent);
  if (named === undefined) return isPresent(method) ? undefined : missing('payment_method');
  const token = tokenByNetworkOf(sent);
  const isOtherType = token && isPresent(type) && type !== token.paymentMethodType;
  return joinRefusals([
    isPresent(method) && method !== named
      ? notAllowed('payment_method_data', "payment_method_data doesn't correspond to the specified payment_method")
      : undefined,
    isOtherType
      ? notAllowed('payment_method_type', "payment_method_type doesn't correspond to the specified payment_method")
      : undefined,
  ]);
}

/** A customer's payment method is charged off session, at once and in full. */
const savedChecks: readonly Check[] = [
  (sent) => (customerIdOf(sent) === undefined ? missing('customer_id') : undefined),
  ({ confirm }) => {
    if (!isPresent(confirm)) return missing('confirm');
    return confirm ? undefined : wrong('confirm', '`confirm` must be `true` for mandates');
  },
  ({ off_session: offSession }) => {
    if (!isPresent(offSession)) return missing('off_session');
    return offSession ? undefined : wrong('off_session', '`off_session` should be `true` for mandates');
  },
];

const checkNoData: Check = (sent) =>
  methodDataKey(sent) === undefined
    ? undefined
    : notAllowed('payment_method_data', 'Mandate payments cannot have payment_method_data field');

export const checkRecurring: Check = (sent, context) => {
  if (!isPresent(sent.recurring_details) && !isPresent(sent.mandate_id)) return undefined;
  const checks = namesSaved(sent) ? savedChecks : [checkNamedMethod];
  return firstRefusal([checkNoData, ...checks], sent, context);
};
