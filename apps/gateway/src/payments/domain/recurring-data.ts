import type { JsonObject, Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import { CardNetwork, cardNumberFault } from '@payorch/rest';
import { z } from 'zod';
import { checkCard, checkExpiry, inPlace, type PlainCard } from '../../sealing';
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
const linked = { network_transaction_id: text.max(255), transaction_link_id: text.max(255).nullish() };

/** The data of `recurring_details`, by its type. The other types of the interface are not supported. */
const data = {
  mandate_id: text,
  payment_method_id: text,
  processor_payment_token: z.object({
    processor_payment_token: text,
    merchant_connector_id: text.max(64).nullish(),
  }),
  network_transaction_id_and_card_details: z.object({ ...card, ...linked }),
  network_transaction_id_and_network_token_details: z.object({
    network_token: tokenNumber,
    ...token,
    ...shownOfToken,
    ...linked,
  }),
  network_transaction_id_and_decrypted_wallet_token_details: z.object({
    decrypted_token: tokenNumber,
    ...token,
    ...linked,
    token_source: z.enum(['google_pay', 'apple_pay']),
    card_network: cardNetwork,
  }),
  // The network may know the card by its number alone; month and year come together.
  card_with_limited_data: z
    .object({
      card_number: card.card_number,
      card_exp_month: text.nullish(),
      card_exp_year: text.nullish(),
      card_holder_name: z.string().nullish(),
      eci: text.max(2).nullish(),
    })
    .refine(({ card_exp_month: month, card_exp_year: year }) => isPresent(month) === isPresent(year)),
};

type Type = keyof typeof data;
type Recurring = NonNullable<PaymentRequest['recurring_details']>;

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

/** A card that is charged by its number alone. */
export const limitedCardOf = ({ recurring_details: sent }: PaymentRequest) => dataOf('card_with_limited_data', sent);

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
    const { network_transaction_id: networkTransactionId, transaction_link_id: _, ...data } = ofNetwork;
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
  const { transaction_link_id: _, ...known } = ofWallet;
  const { network_transaction_id: networkTransactionId, token_source: paymentMethodType, ...data } = known;
  return {
    paymentMethod: 'wallet',
    paymentMethodType,
    key: 'wallet',
    networkTransactionId,
    data: { [paymentMethodType]: defined(data) },
  };
}

/** Without the fields that the request lacks. */
const defined = (data: Readonly<Record<string, string | null | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(data).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** The card network's id of the customer's first payment, where the request names one. */
export const networkTransactionIdOf = (sent: PaymentRequest): string | undefined =>
  cardByNetworkOf(sent)?.network_transaction_id ?? tokenByNetworkOf(sent)?.networkTransactionId;

const linkedTypes = [
  'network_transaction_id_and_card_details',
  'network_transaction_id_and_network_token_details',
  'network_transaction_id_and_decrypted_wallet_token_details',
] as const;

/** The card network's name of the chain of payments, where the request has one. */
export const transactionLinkIdOf = ({ recurring_details: sent }: PaymentRequest): string | undefined =>
  linkedTypes.map((type) => dataOf(type, sent)?.transaction_link_id).find(isPresent);

/** The payment method of a network transaction, or of a card that is charged by its number, which names itself. */
export const methodByNetworkOf = (sent: PaymentRequest): string | undefined =>
  cardByNetworkOf(sent) || limitedCardOf(sent) ? 'card' : tokenByNetworkOf(sent)?.paymentMethod;

/** A card without an expiry, in the form in which cards are sealed: with an empty one. */
function plainLimitedCard(sent: PaymentRequest): PlainCard | undefined {
  const { card_number, card_exp_month, card_exp_year, card_holder_name } = limitedCardOf(sent) ?? {};
  return card_number === undefined
    ? undefined
    : {
        card_number,
        card_exp_month: card_exp_month ?? '',
        card_exp_year: card_exp_year ?? '',
        card_holder_name: card_holder_name ?? null,
      };
}

/** The card of the request, from whichever place. The card of `recurring_details` comes without a CVC. */
export const cardOf = (sent: PaymentRequest): PlainCard | undefined =>
  sent.payment_method_data?.card ?? cardByNetworkOf(sent) ?? plainLimitedCard(sent);

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

/** The fields of the data that have another form than those of its type: their names are the interface's. */
const faultsIn = ({ issues }: z.ZodError, sent: unknown): Refusal[] =>
  issues
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => {
      const field = ['recurring_details.data', ...path].join('.');
      const value = (sent as Readonly<Record<PropertyKey, unknown>>)[path[0]!];
      return isPresent(value) ? refuse('invalid_value', { field }) : refuse('missing_param', { field });
    });

const pathInData =
  (prefix: string) =>
  (field: string): string =>
    `recurring_details.data.${field.replace(/^card_exp/, prefix)}`;

export function checkRecurringData({ type, data: sent }: Recurring, now: Date): Refusal | undefined {
  const { token_source: source } = (sent ?? {}) as Readonly<Record<string, unknown>>;
  const read = data[type].safeParse(sent);
  if (!read.success) {
    const hasNoSource = type === 'network_transaction_id_and_decrypted_wallet_token_details' && !isPresent(source);
    return joinRefusals([
      hasNoSource ? refuse('missing_param', { field: 'recurring_details.data.token_source' }) : undefined,
      refuse('invalid_format', { field: 'recurring_details.data', expected: type }),
      ...faultsIn(read.error, sent),
    ]);
  }
  const named = { recurring_details: { type, data: sent } };
  const typed = cardByNetworkOf(named) ?? (limitedCardOf(named)?.card_exp_month ? plainLimitedCard(named) : undefined);
  const tokenExpiry = expiryOf(tokenByNetworkOf(named));
  return typed
    ? inPlace(checkCard(typed, now), pathInData('card_exp'))
    : inPlace(tokenExpiry && checkExpiry(tokenExpiry, now), pathInData('token_exp'));
}
