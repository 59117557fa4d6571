import type { Payment } from './payment';

interface ResponseRequest {
  /** `all_keys_required` of a request that calls the processor. */
  readonly wantsWhole?: boolean | undefined;
}

/** From such a request on the payment shows the processor's last requested response. */
export const withWholeResponse = (payment: Payment, { wantsWhole }: ResponseRequest): Payment =>
  wantsWhole ? { ...payment, wantsWhole } : payment;

/** The flag of an operation whose outcome is to contain the processor's response. */
export const wholeResponseOf = ({ wantsWhole }: ResponseRequest): { readonly wantsWhole?: true } =>
  wantsWhole ? { wantsWhole } : {};
