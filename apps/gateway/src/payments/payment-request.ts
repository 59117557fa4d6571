import type { PaymentsRequest } from '@payorch/rest';
import { methodOfDataKey } from './payment-methods';

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

/** What came in `payment_method_data` that is no card, by its key; undefined where a card came, or nothing to be sealed. */
export function otherMethodData(sent: PaymentRequest): { readonly key: string; readonly data: unknown } | undefined {
  const key = methodDataKey(sent);
  if (key === undefined || key === 'reward' || methodOfDataKey(key) === 'card') return undefined;
  return { key, data: sent.payment_method_data?.[key as keyof typeof sent.payment_method_data] };
}

/** Sent, and not as null. */
export const isPresent = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** The customer's id, from wherever the request gives it. */
export const customerIdOf = ({ customer_id, customer }: PaymentRequest): string | undefined =>
  customer_id ?? customer?.id ?? undefined;
