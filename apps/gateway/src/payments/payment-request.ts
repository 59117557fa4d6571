import type { PaymentsRequest } from '@payorch/rest';

/** A payment request after its shape was checked: the words of the wire, each absent where it was not sent. */
export type PaymentRequest = Readonly<Omit<PaymentsRequest, 'routing' | 'payment_method_data'>> & {
  readonly routing?: unknown;
  readonly payment_method_data?: PaymentsRequest['payment_method_data'];
};

export type PaymentOperation = 'create' | 'update' | 'confirm';

/** The one kind of data that came in `payment_method_data`, by its key; `billing` is none. */
export function methodDataKey({ payment_method_data: data }: PaymentRequest): string | undefined {
  return data
    ? Object.keys(data).find((key) => key !== 'billing' && data[key as keyof typeof data] !== undefined)
    : undefined;
}

/** Sent, and not as null. */
export const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** The customer's id, from wherever the request gives it. */
export const customerIdOf = ({ customer_id, customer }: PaymentRequest): string | undefined =>
  customer_id ?? customer?.id ?? undefined;
