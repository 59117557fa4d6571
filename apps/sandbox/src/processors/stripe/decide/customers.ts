import type { Refusal } from '../errors';
import { invalidRequest } from '../errors';
import type { Customer, PaymentMethod } from '../objects/records';
import type { CustomerParams } from '../params/other-params';
import { declineError } from './charges';
import { customerProblem } from './shared-intent';
import type { DecisionContext, StripeDecision } from './decision';
import { changedMetadata, followedBy, stored, refused, secondsOf } from './decision';
import { findPaymentMethod } from './payment-methods';

const orBefore = <T>(input: T | undefined, before: T): T => (input === undefined ? before : input);

const changed = (customer: Customer, input: CustomerParams): Customer => ({
  ...customer,
  name: orBefore(input.name, customer.name),
  email: orBefore(input.email, customer.email),
  phone: orBefore(input.phone, customer.phone),
  description: orBefore(input.description, customer.description),
  address: orBefore(input.address, customer.address),
  shipping: orBefore(input.shipping, customer.shipping),
  metadata: changedMetadata(customer.metadata, input.metadata),
});

export function createCustomer(
  input: CustomerParams & { readonly payment_method?: string | undefined },
  context: DecisionContext,
): StripeDecision {
  const { moment, account } = context;
  const blank: Customer = {
    object: 'customer',
    id: moment.newId('cus'),
    account,
    created: secondsOf(moment.nowMs),
    name: null,
    email: null,
    phone: null,
    description: null,
    address: null,
    shipping: null,
    metadata: {},
    deleted: false,
  };
  const customer = changed(blank, input);
  const created = stored(customer, 'customer.created');
  if (input.payment_method === undefined) return created;
  const read = findPaymentMethod(input.payment_method, context);
  if ('refusal' in read) return refused(read.refusal);
  const attached = attach(read.value, customer.id);
  return attached.refusal ? attached : { ...followedBy(attached, created) };
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
export function attachMethod(method: PaymentMethod, customer: string, context: DecisionContext): StripeDecision {
  const unknown = customerProblem(customer, context);
  return unknown ? refused(unknown) : attach(method, customer);
}

/** A detached payment method can never be used again. */
export function detachMethod(method: PaymentMethod): StripeDecision {
  if (method.customer === null) {
    return refused(
      invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.'),
    );
  }
  return stored({ ...method, customer: null, consumed: true, setUp: false }, 'payment_method.detached');
}
