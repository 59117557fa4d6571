import type { Caller, JsonObject, PaymentFields, Refusal, StraightThrough } from '@payorch/contracts';
import { isRefusal, mayClientSet, refuse } from '@payorch/contracts';
import { isSameValue } from '@payorch/kernel';
import { refuseValues, setBy, withoutMerchants } from './client-values';
import type { Decision } from '../decision';
import type { Payment } from '../payment';
import { seesSavedMethods } from './payment-link';
import { requestedTypeOf } from '../payment';
import { storedFields, type TypedFields } from '../stored-fields';
import { refuseClientsChoice } from '../terms/installments';
import { connectorsOf } from '../terms/straight-through';
import { objectOf } from '../terms/json-values';
import { readTerms } from '../terms/terms';

const notForClients = (field: string): Refusal =>
  field === 'customer_id' ? refuse('customer_not_for_clients') : refuse('not_for_clients', { field });

/** A client may ask for more authentication than the merchant. */
const asksForLess = (payment: Payment, sent: PaymentFields['authenticationType']): boolean =>
  sent !== undefined && sent !== 'three_ds' && !isSameValue(sent, requestedTypeOf(payment));

/** A client may order it while the merchant has not. What a stranger with the open link pays with is not saved for the customer. */
function maySave(payment: Payment, sent: PaymentFields['setupFutureUsage'], caller: Caller): boolean {
  if (sent === undefined || sent === payment.setupFutureUsage) return true;
  return payment.setupFutureUsage === null && (payment.customerId === null || seesSavedMethods(payment, caller));
}

/** The first field that the request may not change, by its wire name; `customer_id` before all others. */
function firstForbidden(payment: Payment, fields: PaymentFields, caller: Caller): Refusal | undefined {
  const { details, ...rest } = fields;
  const { customerId, setupFutureUsage, straightThrough } = rest;
  if (customerId !== undefined && !isSameValue(customerId, payment.customerId)) return notForClients('customer_id');
  for (const [name, value] of Object.entries(rest)) {
    const { wire, stored } = storedFields[name as keyof TypedFields];
    if (value === undefined || mayClientSet('payment', wire) || isSameValue(value, stored(payment))) continue;
    if (name === 'straightThrough' && straightThrough?.kind === 'connectors') continue;
    return notForClients(wire);
  }
  for (const [name, value] of Object.entries(details)) {
    if (!mayClientSet('payment', name) && !isSameValue(value, payment.details[name])) return notForClients(name);
  }
  const { authenticationType } = rest;
  if (asksForLess(payment, authenticationType)) return notForClients('authentication_type');
  if (!maySave(payment, setupFutureUsage, caller)) return notForClients('setup_future_usage');
  const { updatedMandate, chosenPlan } = readTerms(details);
  if (updatedMandate !== null && updatedMandate !== payment.terms.updatedMandate)
    return notForClients('mandate_data.update_mandate_id');
  return refuseClientsChoice(payment, chosenPlan) ?? refuseValues(payment, fields);
}

/**
 * Restricts the payment to the connectors that the client names among those that the merchant named; refuses where none is left,
 * and where the merchant named none: all its accounts are no choice of a client.
 */
function narrowed(payment: Payment, sent: StraightThrough | undefined): Payment | Refusal {
  if (sent?.kind !== 'connectors') return payment;
  const allowed = payment.straightThrough && connectorsOf(payment.straightThrough);
  const narrowedTo = sent.connectors.filter((name) => allowed?.includes(name));
  return narrowedTo.length === 0 ? notForClients('connector') : { ...payment, narrowedTo };
}

export interface PermittedRequest {
  readonly payment: Payment;
  readonly fields: PaymentFields;
  readonly isOfClient?: true;
}

/**
 * A client's request reduced to the fields that a client may set. A merchant's field with the stored value is left out; with
 * another value the whole request is refused.
 */
function permittedOfClient(payment: Payment, fields: PaymentFields, caller: Caller): PermittedRequest | Refusal {
  const refused = firstForbidden(payment, fields, caller);
  if (refused) return refused;
  const narrow = narrowed(payment, fields.straightThrough);
  if ('kind' in narrow) return narrow;
  const { details, ...rest } = fields;
  const permitted = Object.entries(rest).filter(([name]) =>
    mayClientSet('payment', storedFields[name as keyof TypedFields].wire),
  );
  const permittedDetails = Object.entries(details).filter(([name]) => mayClientSet('payment', name));
  const sent = withoutMerchants(payment, {
    ...Object.fromEntries(permitted),
    details: withStoredUpdate(payment, Object.fromEntries(permittedDetails)),
  });
  return { payment: setBy(narrow, 'client', sent), fields: sent, isOfClient: true };
}

/** The consent of a client does not drop the mandate that the merchant named for an update. */
function withStoredUpdate(payment: Payment, details: JsonObject): JsonObject {
  const [stored, sent] = [payment.terms.updatedMandate, details['mandate_data']];
  if (stored === null || sent === undefined) return details;
  return { ...details, mandate_data: { ...objectOf(sent), update_mandate_id: stored } };
}

/** A client cannot change the shipping address of an authorized payment, nor one that the merchant set. */
export function checkShippingOfClient(
  payment: Payment,
  shipping: JsonObject | null,
  isOpen: boolean,
): Refusal | undefined {
  if (isOpen) return refuseValues(payment, { details: { shipping } });
  return shipping === null || isSameValue(shipping, payment.terms.shipping) ? undefined : notForClients('shipping');
}

const mayShow = ({ details: { field, path = field } }: Refusal): boolean =>
  mayClientSet('payment', path?.split('.')[0] ?? '');

/**
 * The decision as a client learns of it: besides the first refusal, only those of fields that a client may set. Others are about
 * what the merchant stored.
 */
function shownToClient(decision: Decision): Decision {
  if (!isRefusal(decision)) return decision;
  const { others, ...first } = decision;
  const shown = others?.filter(mayShow) ?? [];
  return shown.length === 0 ? first : { ...first, others: shown };
}

/** Acts as the caller: a client changes only what a client may, and learns only of that. */
export function asCaller(
  { payment, fields, caller }: Pick<PermittedRequest, 'payment' | 'fields'> & { readonly caller: Caller },
  act: (request: PermittedRequest) => Decision,
): Decision {
  if (caller.kind === 'merchant') return act({ payment: setBy(payment, 'merchant', fields), fields });
  const permitted = permittedOfClient(payment, fields, caller);
  return isRefusal(permitted) ? permitted : shownToClient(act(permitted));
}
