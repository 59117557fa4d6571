import type { JsonObject, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { CardNetwork, cardNumberFault } from '@payorch/rest';
import { z } from 'zod';
import { checkCard, checkExpiry } from '../../sealing';
import { type PaymentRequest, isPresent } from './payment-request';

const text = z.string().min(1);
const card = {
  card_number: z.string().refine((number) => cardNumberFault(number) === undefined),
  card_exp_month: text,
  card_exp_year: text,
  card_holder_name: z.string(),
};

const token = { token_exp_month: text, token_exp_year: text, card_holder_name: z.string(), eci: z.string().nullish() };
/** A card network's token has the form of a card number. */
const tokenNumber = card.card_number;
const cardNetwork = z.enum(CardNetwork).nullish();
const shownOfToken = {
  card_network: cardNetwork,
  card_type: z.string().nullish(),
  card_issuing_country: z.string().nullish(),
  bank_code: z.string().nullish(),
  card_issuer: z.string().nullish(),
  nick_name: z.string().nullish(),
};
const linked = { network_transaction_id: text.max(255) };

/** The data of `recurring_details`, by its type. The other types of the interface are not supported. */
const data = {
  mandate_id: text,
  payment_method_id: text,
  processor_payment_token: z.object({
    processor_payment_token: text,
    merchant_connector_id: text.max(64).nullish(),
  }),
  network_transaction_id_and_card_details: z.object({ ...card, network_transaction_id: text.max(255) }),
  network_transaction_id_and_network_token_details: z.object({
    ...{ network_token: tokenNumber, ...token, ...shownOfToken, ...linked },
  }),
  network_transaction_id_and_decrypted_wallet_token_details: z.object({
    ...{ decrypted_token: tokenNumber, ...token, ...linked },
    token_source: z.enum(['google_pay', 'apple_pay']),
    card_network: cardNetwork,
  }),
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
const cardByNetworkOf = ({ recurring_details: sent }: PaymentRequest) =>
  dataOf('network_transaction_id_and_card_details', sent);

/** Payment method data in the form in which a request has it in `payment_method_data`, with the names of its method. */
export interface TokenMethod {
  readonly paymentMethod: string;
  readonly paymentMethodType: string;
  readonly key: string;
  readonly data: JsonObject;
  readonly networkTransactionId: string;
}

/** The token of a network transaction: one of the card network, or one that a wallet's payload had inside. */
export function tokenByNetworkOf({ recurring_details: sent }: PaymentRequest): TokenMethod | undefined {
  const ofNetwork = dataOf('network_transaction_id_and_network_token_details', sent);
  if (ofNetwork) {
    const { network_transaction_id: networkTransactionId, ...data } = ofNetwork;
    const paymentMethod = 'network_token';
    return {
      paymentMethod,
      paymentMethodType: paymentMethod,
      key: paymentMethod,
      data: defined(data),
      networkTransactionId,
    };
  }
  const ofWallet = dataOf('network_transaction_id_and_decrypted_wallet_token_details', sent);
  if (!ofWallet) return undefined;
  const { network_transaction_id: networkTransactionId, token_source: paymentMethodType, ...data } = ofWallet;
  return {
    ...{ paymentMethod: 'wallet', paymentMethodType, key: 'wallet', networkTransactionId },
    data: { [paymentMethodType]: defined(data) },
  };
}

/** Without the fields that the request lacks. */
const defined = (data: Readonly<Record<string, string | null | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(data).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** The card network's id of the customer's first payment, where the request names one. */
export const networkTransactionIdOf = (sent: PaymentRequest): string | undefined =>
  cardByNetworkOf(sent)?.network_transaction_id ?? tokenByNetworkOf(sent)?.networkTransactionId;

/** The payment method of a network transaction, which names itself. */
export const methodByNetworkOf = (sent: PaymentRequest): string | undefined =>
  cardByNetworkOf(sent) ? 'card' : tokenByNetworkOf(sent)?.paymentMethod;

/** The card of the request, from either place. The card of a network transaction comes without a CVC. */
export const cardOf = (sent: PaymentRequest) => sent.payment_method_data?.card ?? cardByNetworkOf(sent);

function expiryOf(token: TokenMethod | undefined) {
  if (!token) return undefined;
  const { token_exp_month: month, token_exp_year: year } = (
    token.paymentMethod === 'wallet' ? token.data[token.paymentMethodType] : token.data
  ) as JsonObject;
  return { card_exp_month: String(month), card_exp_year: String(year) };
}

/** Whether the type of `recurring_details` names a payment method that is saved here, and so a customer of it. */
export const namesSaved = ({ recurring_details: sent, mandate_id }: PaymentRequest): boolean =>
  isPresent(mandate_id) || sent?.type === 'mandate_id' || sent?.type === 'payment_method_id';

export function checkRecurringData({ type, data: sent }: Recurring, now: Date): Refusal | undefined {
  if (!isSupported(type)) {
    return refuse('not_implemented', { message: `Recurring payment by ${type} is not implemented` });
  }
  const { transaction_link_id: link, token_source: source } = (sent ?? {}) as Readonly<Record<string, unknown>>;
  // No connector here takes the card network's newer name of a chain of payments, and a charge without it is another charge.
  if (type.startsWith('network_transaction_id') && isPresent(link)) {
    return refuse('not_implemented', { message: 'recurring_details.data.transaction_link_id is not implemented' });
  }
  if (type === 'network_transaction_id_and_decrypted_wallet_token_details' && !isPresent(source)) {
    return refuse('missing_param', { field: 'recurring_details.data.token_source' });
  }
  if (!data[type].safeParse(sent).success) {
    return refuse('invalid_format', { field: 'recurring_details.data', expected: type });
  }
  const named = { recurring_details: { type, data: sent } };
  const typed = cardByNetworkOf(named);
  const tokenExpiry = expiryOf(tokenByNetworkOf(named));
  return typed ? checkCard(typed, now) : tokenExpiry && checkExpiry(tokenExpiry, now);
}
