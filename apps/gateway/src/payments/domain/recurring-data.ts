import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { cardNumberFault } from '@payorch/rest';
import { z } from 'zod';
import { checkCard } from '../../sealing';
import { type PaymentRequest, isPresent } from './payment-request';

const text = z.string().min(1);
const card = {
  card_number: z.string().refine((number) => cardNumberFault(number) === undefined),
  card_exp_month: text,
  card_exp_year: text,
  card_holder_name: z.string(),
};

/** The data of `recurring_details`, by its type. The other types of the interface are not supported. */
const data = {
  mandate_id: text,
  payment_method_id: text,
  processor_payment_token: z.object({
    processor_payment_token: text,
    merchant_connector_id: text.max(64).nullish(),
  }),
  network_transaction_id_and_card_details: z.object({ ...card, network_transaction_id: text.max(255) }),
};

type Type = keyof typeof data;
type Recurring = NonNullable<PaymentRequest['recurring_details']>;

const isSupported = (type: string): type is Type => Object.hasOwn(data, type);

/** The data of a type that the request names; undefined for another type, or for data of another shape. */
function dataOf<T extends Type>(
  type: T,
  sent: PaymentRequest['recurring_details'],
): z.infer<(typeof data)[T]> | undefined {
  if (!isPresent(sent) || sent.type !== type) return undefined;
  const read = data[type].safeParse(sent.data);
  return read.success ? (read.data as z.infer<(typeof data)[T]>) : undefined;
}

export const savedIdOf = ({ recurring_details: sent }: PaymentRequest, type: 'mandate_id' | 'payment_method_id') =>
  dataOf(type, sent);
export const processorTokenOf = ({ recurring_details: sent }: PaymentRequest) =>
  dataOf('processor_payment_token', sent);
export const networkTransactionOf = ({ recurring_details: sent }: PaymentRequest) =>
  dataOf('network_transaction_id_and_card_details', sent);

/** The card of the request, from either place. The card of a network transaction comes without a CVC. */
export const cardOf = (sent: PaymentRequest) => sent.payment_method_data?.card ?? networkTransactionOf(sent);

/** Whether the type of `recurring_details` names a payment method that is saved here, and so a customer of it. */
export const namesSaved = ({ recurring_details: sent, mandate_id }: PaymentRequest): boolean =>
  isPresent(mandate_id) || sent?.type === 'mandate_id' || sent?.type === 'payment_method_id';

export function checkRecurringData({ type, data: sent }: Recurring, now: Date): Refusal | undefined {
  if (!isSupported(type)) {
    return refuse('not_implemented', { message: `Recurring payment by ${type} is not implemented` });
  }
  if (!data[type].safeParse(sent).success) {
    return refuse('invalid_format', { field: 'recurring_details.data', expected: type });
  }
  const typed = networkTransactionOf({ recurring_details: { type, data: sent } });
  return typed && checkCard(typed, now);
}
