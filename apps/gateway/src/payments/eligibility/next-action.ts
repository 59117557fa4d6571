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

export interface Guards {
  /** Whether the card-testing guard blocks the card, its customer or the address. */
  readonly isBlocked: boolean;
}

const deny = (message: string): NextAction => ({ deny: { message } });

const confirmable: readonly string[] = ['requires_payment_method', 'requires_confirmation'];

/** The state of the payment decides first, then the guards. */
export function confirmationOf({ status, manual_retry_allowed }: PaymentToConfirm, { isBlocked }: Guards): NextAction {
  const mayConfirm = confirmable.includes(status) || (status === 'failed' && manual_retry_allowed === true);
  if (!mayConfirm) return deny(`You cannot confirm this payment because it has status ${status}`);
  return isBlocked ? deny('Blocked due to suspicious activity') : 'confirm';
}
