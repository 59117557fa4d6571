import type { Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import { isAuthenticationServed, requestsAuthentication } from '../authentications/begin-authentication';
import type { Payment } from '../payment';

type ChangesCharge = (payment: Payment) => boolean;

/**
 * Fields that would change how money moves, with the values that would do so: they are stored and shown, but a confirmation
 * with them is refused. `libs/rest/src/payment-field-rules.ts` documents the same for merchants, and `docs/departures.md` what
 * depends on more than one field.
 */
const unsupported: Readonly<Record<string, ChangesCharge>> = {
  // The terms of a mandate limit sums without interest.
  installment_data: (payment) => payment.terms.chosenPlan !== null && (payment.recurring?.mandateId ?? null) !== null,
  external_surcharge_strategy: ({ terms }) => terms.appliesExternalSurcharge,
  request_external_three_ds_authentication: (payment) =>
    requestsAuthentication(payment) && !isAuthenticationServed(payment),
};

/** Refuses a confirmation whose charge would differ from the merchant's request. */
export const refuseUnsupported = (payment: Payment): Refusal | undefined =>
  joinRefusals(
    Object.entries(unsupported)
      .filter(([, changesCharge]) => changesCharge(payment))
      .map(([path]) => refuse('not_implemented', { message: `${path} is not implemented`, path })),
  );
