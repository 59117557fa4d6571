import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Payment } from './payment';
import { activeAttempt } from './payment';

type Acts = (payment: Payment) => boolean;

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

/**
 * Fields that would move money in another way than it is moved here, and when their value would do so: they are stored and
 * shown until the payment is confirmed with them. `libs/rest/src/field-fates.ts` tells merchants the same.
 */
const notServed: Readonly<Record<string, Acts>> = {
  installment_data: ({ details }) => isGiven(details['installment_data']),
  external_surcharge_strategy: ({ details }) => details['external_surcharge_strategy'] === 'apply',
  // A card that is authenticated elsewhere before it is charged; nothing else is authenticated so.
  request_external_three_ds_authentication: (payment) =>
    payment.details['request_external_three_ds_authentication'] === true &&
    payment.authenticationType === 'three_ds' &&
    activeAttempt(payment).method?.card != null,
};

/** At whose account the payment is to be split: routing sends it to none of that processor, and elsewhere it means nothing. */
export function splitAt({ details }: Payment): string | null {
  const split = details['split_payments'];
  const [name] = Object.keys(typeof split === 'object' && split !== null ? split : {});
  return name?.replace(/_split_payment$/, '') ?? null;
}

/** Charging without what such a field asks for would charge in another way than the merchant asked. */
export function refuseNotServed(payment: Payment): Refusal | undefined {
  const field = Object.keys(notServed).find((name) => notServed[name]!(payment));
  return field === undefined ? undefined : refuse('not_implemented', { message: `${field} is not implemented` });
}
