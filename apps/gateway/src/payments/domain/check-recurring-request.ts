import { refuse, type Refusal } from '@payorch/contracts';
import { customerIdOf, isPresent, methodDataKey, type PaymentRequest } from './payment-request';
import { checkRecurringData, methodByNetworkOf, namesSaved, tokenByNetworkOf } from './recurring-data';
import { type Check, missing, notAllowed, wrong } from './request-check';

/** A confirmation may use the stored customer. */
export const checkMandate: Check = (sent, { operation }) => {
  if (!isPresent(sent.mandate_data)) return undefined;
  if (isPresent(sent.recurring_details)) {
    const reason = 'Expected one out of recurring_details and mandate_data but got both';
    return refuse('mandate_validation_failed', { reason, path: 'recurring_details' });
  }
  if (isPresent(sent.mandate_data.mandate_type) && isPresent(sent.mandate_data.update_mandate_id)) {
    return notAllowed(
      'mandate_data',
      "Only one field out of 'mandate_type' and 'update_mandate_id' was expected, found both",
    );
  }
  const { single_use: once, multi_use: often } = sent.mandate_data.mandate_type ?? {};
  if ((once?.amount ?? often?.amount ?? 0) < 0)
    return refuse('invalid_format', {
      ...{ field: 'amount', expected: 'positive integer' },
      path: 'mandate_data.mandate_type',
    });
  if (operation !== 'confirm' && customerIdOf(sent) === undefined)
    return wrong('customer_id', '`customer_id` is mandatory for mandates');
  return sent.setup_future_usage === 'off_session'
    ? undefined
    : wrong('setup_future_usage', '`setup_future_usage` must be `off_session` for mandates');
};

/** A request that names a stored credential cannot deny that the credential is stored. */
export const checkStoredCredential: Check = (sent) =>
  sent.is_stored_credential === false && [sent.payment_token, sent.recurring_details, sent.mandate_id].some(isPresent)
    ? notAllowed('is_stored_credential', 'is_stored_credential should be true when reusing stored payment method data')
    : undefined;

export const checkRecurringDetails: Check = (sent, { now }) => {
  const { recurring_details: recurring } = sent;
  if (!isPresent(recurring)) return undefined;
  for (const other of ['payment_token', 'mandate_id'] as const) {
    if (isPresent(sent[other])) return wrong(other, `Expected one out of recurring_details and ${other} but got both`);
  }
  return checkRecurringData(recurring, now);
};

/** A card or a token needs no name; what a processor saved may be anything. */
function checkNamedMethod(sent: PaymentRequest): Refusal | undefined {
  const { payment_method: method, payment_method_type: type } = sent;
  const named = methodByNetworkOf(sent);
  if (named === undefined) return isPresent(method) ? undefined : missing('payment_method');
  if (isPresent(method) && method !== named) {
    return notAllowed('payment_method_data', "payment_method_data doesn't correspond to the specified payment_method");
  }
  const token = tokenByNetworkOf(sent);
  return token && isPresent(type) && type !== token.paymentMethodType
    ? notAllowed('payment_method_type', "payment_method_type doesn't correspond to the specified payment_method")
    : undefined;
}

/** A saved payment method is charged off session, at once and in full. */
export const checkRecurring: Check = (sent) => {
  if (!isPresent(sent.recurring_details) && !isPresent(sent.mandate_id)) return undefined;
  if (methodDataKey(sent) !== undefined)
    return notAllowed('payment_method_data', 'Mandate payments cannot have payment_method_data field');
  if (!namesSaved(sent)) return checkNamedMethod(sent);
  if (customerIdOf(sent) === undefined) return missing('customer_id');
  if (!isPresent(sent.confirm)) return missing('confirm');
  if (!sent.confirm) return wrong('confirm', '`confirm` must be `true` for mandates');
  if (!isPresent(sent.off_session)) return missing('off_session');
  return sent.off_session ? undefined : wrong('off_session', '`off_session` should be `true` for mandates');
};
