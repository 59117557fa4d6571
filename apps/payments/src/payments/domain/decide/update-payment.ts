import type { DataOf, PaymentFields, paymentUpdate } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { cannot, refuseOverClaim } from '../state-refusals';
import { asCaller } from '../client/client-fields';
import type { DecideContext, Decision } from '../decision';
import { decideRequest } from './payment-request';
import type { Payment } from '../payment';
import { asRequested, nothing } from '../payment';
import { agreedOnPage } from '../client/shown-total';
import { checkCaller } from '../client/caller';
import { knownStatusOf } from '../payment.status';

export function updatePayment(
  payment: Payment | undefined,
  { caller, fields, confirm, shownTotal }: DataOf<typeof paymentUpdate>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const refused = checkCaller(payment, caller, context.now);
  if (refused) return refused;
  const status = knownStatusOf(payment);
  if (status !== 'requires_payment_method' && status !== 'requires_confirmation') return cannot('update', payment);
  const claimed = refuseOverClaim('update', payment);
  if (claimed) return claimed;
  const confirms = confirm === true;
  return asCaller({ payment, fields, caller }, (request) => {
    const sent = request.isOfClient ? request.fields : withoutBusiness(request.fields);
    const check = agreedOnPage({ ...request, confirms, shownTotal }, context);
    const showsCapturable = payment.amountCapturable !== nothing;
    const requested = asRequested(request.payment);
    return decideRequest({ payment: requested, fields: sent, confirms, check, showsCapturable }, context);
  });
}

/** On the wire these two fall back to null when an update does not repeat them. */
const withoutBusiness = (fields: PaymentFields): PaymentFields => ({
  ...fields,
  details: { business_country: null, business_label: null, ...fields.details },
});
