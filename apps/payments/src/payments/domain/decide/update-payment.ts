import type { DataOf, PaymentFields, paymentUpdate } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import { beginAuthorization } from '../begin-authorization';
import { cannot, refuseOverClaim } from '../state-refusals';
import { permittedOfClient, type PermittedRequest, shownToClient } from '../client-fields';
import { setBy } from '../client-values';
import { refuseMissingCvc, withSavedMethod } from '../method/chosen-method';
import type { DecideContext, Decision } from '../decision';
import { decided, pendingRepliesOf } from '../decision';
import { checkFields, refuseDeletedCustomer, withFieldProblems, withFields, withToken } from '../fields';
import type { Payment } from '../payment';
import { netAmount, nothing } from '../payment';
import { checkCaller } from '../caller';
import { knownStatusOf } from '../payment.status';
import { refuseOtherTotal } from '../shown-total';
import { withSurcharge } from '../terms/surcharge';

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
  if (caller.kind === 'merchant')
    return update(
      { payment: setBy(payment, 'merchant', fields), fields: withoutBusiness(fields) },
      { confirm, shownTotal },
      context,
    );
  const permitted = permittedOfClient(payment, fields, caller);
  return isRefusal(permitted) ? permitted : shownToClient(update(permitted, { confirm, shownTotal }, context));
}

function update(
  { payment, fields, isOfClient }: PermittedRequest,
  { confirm, shownTotal }: Pick<DataOf<typeof paymentUpdate>, 'confirm' | 'shownTotal'>,
  context: DecideContext,
): Decision {
  const deleted = refuseDeletedCustomer(payment, context.customer);
  if (deleted) return deleted;
  const sent = withFields(payment, fields, context.customer, context.now);
  const given = withSavedMethod(sent, fields, context);
  if (isRefusal(given)) return withFieldProblems(given, sent);
  const updated = withSurcharge(given, context);
  const otherTotal = refuseOtherTotal(updated, shownTotal);
  if (otherTotal) return otherTotal;
  if (confirm === true)
    return (isOfClient && refuseMissingCvc(updated, context)) || beginAuthorization(updated, context);
  const refusal = checkFields(updated);
  if (refusal) return refusal;
  return decided(withToken(withCapturable(updated), fields, context), [
    { kind: 'reply', pendingReplies: pendingRepliesOf(context) },
  ]);
}

/** A payment that is created without `confirm` shows its whole amount as capturable, and so does one whose amount changed. */
const withCapturable = (payment: Payment): Payment =>
  payment.amountCapturable === nothing
    ? payment
    : { ...payment, amountCapturable: minorUnits(netAmount(payment).amount) };

/** On the wire these two fall back to null when an update does not repeat them. */
const withoutBusiness = (fields: PaymentFields): PaymentFields => ({
  ...fields,
  details: { business_country: null, business_label: null, ...fields.details },
});
