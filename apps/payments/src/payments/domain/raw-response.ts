import type { Payment } from './payment';

interface ResponseRequest {
  /** `all_keys_required` of a request that calls the processor. */
  readonly allKeysRequired?: boolean | undefined;
}

/** From such a request on the payment shows the processor's last requested response. */
export const withRawResponse = (payment: Payment, { allKeysRequired }: ResponseRequest): Payment =>
  allKeysRequired ? { ...payment, allKeysRequired } : payment;

/** The flag of an operation whose outcome is to contain the processor's response. */
export const rawResponseOf = ({ allKeysRequired }: ResponseRequest): { readonly allKeysRequired?: true } =>
  allKeysRequired ? { allKeysRequired } : {};
