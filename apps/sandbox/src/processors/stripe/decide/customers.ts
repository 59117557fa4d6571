import { newObject, nulls } from '../../../kit/objects/decision';
import type { Refusal } from '../errors';
import { invalidRequest } from '../errors';
import type { Customer, PaymentMethod } from '../objects/records';
import type { CustomerParams } from '../params/other-params';
import { declineError } from './charges';
import type { DecisionContext, StripeDecision } from './decision';
import { followedBy, reading, refused, stored, updated } from './decision';
import { customerProblem } from './intents';
import { findPaymentMethod } from './payment-methods';

const changed = (customer: Customer, input: CustomerParams): Customer =>
  updated(customer, input, 'name', 'email', 'phone', 'description', 'address', 'shipping');

const blank = nulls('name', 'email', 'phone', 'description', 'address', 'shipping');

export function createCustomer(
  input: CustomerParams & { readonly payment_method?: string | undefined },
  context: DecisionContext,
): StripeDecision {
  const base = { ...newObject('customer', 'cus', context), ...blank, metadata: {}, deleted: false };
  const customer = changed(base, input);
  const created = stored(customer, 'customer.created');
  if (input.payment_method === undefined) return created;
  const attached = reading(findPaymentMethod(input.payment_method, context), (method) => attach(method, customer.id));
  return attached.refusal ? attached : followedBy(attached, created);
}

export const updateCustomer = (customer: Customer, input: CustomerParams): StripeDecision =>
  stored(changed(customer, input), 'customer.updated');

export const deleteCustomer = (customer: Customer): StripeDecision =>
  stored({ ...customer, deleted: true }, 'customer.deleted');

function attachProblem(method: PaymentMethod, customer: string): Refusal | undefined {
  if (method.customer !== null && method.customer !== customer) {
    return invalidRequest('The payment method you provided has already been attached to a customer.');
  }
  if (method.consumed && method.customer === null) {
    return invalidRequest(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    );
  }
  const trait = method.card?.trait;
  if (!trait?.decline || trait.savable || trait.authentication) return undefined;
  const { payment_method: _, ...error } = declineError(trait.decline, method);
  return { http: 402, error };
}

function attach(method: PaymentMethod, customer: string): StripeDecision {
  const problem = attachProblem(method, customer);
  return problem ? refused(problem) : stored({ ...method, customer }, 'payment_method.attached');
}

/** Saves a payment method for a customer; the issuer checks the card. */
export const attachMethod = (id: string, customer: string, context: DecisionContext): StripeDecision =>
  reading(findPaymentMethod(id, context), (method) => {
    const unknown = customerProblem(customer, context);
    return unknown ? refused(unknown) : attach(method, customer);
  });

/** A detached payment method can never be used again. */
export function detachMethod(method: PaymentMethod): StripeDecision {
  const message = 'The payment method you provided is not attached to a customer so detachment is impossible.';
  if (method.customer === null) return refused(invalidRequest(message));
  return stored({ ...method, customer: null, consumed: true, setUp: false }, 'payment_method.detached');
}
