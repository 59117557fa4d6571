import type { Payment } from './payment';

interface Asked {
  /** `all_keys_required` of a request that calls the processor. */
  readonly wantsWhole?: boolean | undefined;
}

/** From such a request on the payment shows the processor's answer to the last call that was to bring it. */
export const showingWhole = (payment: Payment, { wantsWhole }: Asked): Payment =>
  wantsWhole ? { ...payment, wantsWhole } : payment;

/** For the operation: its outcome brings the answer along. */
export const wholeOf = ({ wantsWhole }: Asked): { readonly wantsWhole?: true } => (wantsWhole ? { wantsWhole } : {});
