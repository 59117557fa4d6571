/** What a checkout does next: `deny` with the reason that the confirmation would be refused with. */
export type NextAction = 'confirm' | { readonly deny: { readonly message: string } };

/** The fields of a payment that decide about its confirmation, by the names of the interface. */
export interface PaymentToConfirm {
  readonly payment_id: string;
  readonly status: string;
  readonly profile_id: string;
  readonly customer_id: string | null;
  readonly manual_retry_allowed: boolean | null;
}

const confirmable: readonly string[] = ['requires_payment_method', 'requires_confirmation'];

/** Why the payment cannot be confirmed in its state; null where it can. */
export function statusDenial({ status, manual_retry_allowed }: PaymentToConfirm): string | null {
  const mayConfirm = confirmable.includes(status) || (status === 'failed' && manual_retry_allowed === true);
  return mayConfirm ? null : `You cannot confirm this payment because it has status ${status}`;
}

export const deniedBy = (message: string | null): NextAction => (message === null ? 'confirm' : { deny: { message } });
