import type { PaymentId, ProfileId } from '@payorch/kernel';
import type { PaymentsRequest } from '@payorch/rest';
import { methodOfDataKey } from './payment-methods';

/** A payment request of a checked shape, with the interface's field names; a field that the request lacks is absent. */
export type PaymentRequest = Readonly<Omit<PaymentsRequest, 'routing' | 'payment_method_data'>> & {
  readonly routing?: unknown;
  readonly payment_method_data?: PaymentsRequest['payment_method_data'];
};

export type PaymentOperation = 'create' | 'update' | 'confirm';

/**
 * What a request is about: a new payment of a profile, with the Accept-Language header of the request, or an existing
 * one, whose profile only its owner knows.
 */
export type RequestedPayment =
  | { readonly profileId: ProfileId; readonly languages: string | undefined }
  | { readonly paymentId: PaymentId; readonly isConfirmed: boolean };

/** The key of the payment method data in `payment_method_data`; `billing` does not count. */
export function methodDataKey({ payment_method_data: data }: PaymentRequest): string | undefined {
  return data
    ? Object.keys(data).find((key) => key !== 'billing' && data[key as keyof typeof data] !== undefined)
    : undefined;
}

/** Payment method data of a payment method other than card, with its key; undefined for a card or for nothing to seal. */
export function otherMethodData(sent: PaymentRequest): { readonly key: string; readonly data: unknown } | undefined {
  const key = methodDataKey(sent);
  if (key === undefined || key === 'reward' || methodOfDataKey(key) === 'card') return undefined;
  return { key, data: sent.payment_method_data?.[key as keyof typeof sent.payment_method_data] };
}

/** Present and not null. */
export const isPresent = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** The CVC of a card that is saved, or that an earlier request brought; from either field of the request. */
export const cvcOfKnownCard = ({ card_cvc, payment_method_data: data }: PaymentRequest): string | undefined =>
  card_cvc ?? data?.card_token?.card_cvc ?? undefined;

/** The customer's id from either field of the request. */
export const customerIdOf = ({ customer_id, customer }: PaymentRequest): string | undefined =>
  customer_id ?? customer?.id ?? undefined;
