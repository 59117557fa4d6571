import { isTypeOfMethod, refuse, type Refusal } from '@payorch/contracts';
import type { CardDetail, PaymentMethodCreate, PaymentMethodUpdate } from '@payorch/rest';
import { checkChosenIds } from '../../fields';
import { checkCard, checkExpiry } from '../../sealing';
import { checkWalletToken, walletTokenOf } from './wallet-token';

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;
const missing = (field: string): Refusal => refuse('missing_param', { field });
const notAllowed = (message: string): Refusal => refuse('invalid_request', { message });
const notServed = (message: string): Refusal => refuse('not_implemented', { message: `${message} is not implemented` });

/** The card of the request, from either place. */
export const cardOf = (sent: PaymentMethodCreate): CardDetail | undefined =>
  sent.payment_method_data?.card ?? sent.card ?? undefined;

/** The fields of a bank account for debits, and the values of those that are closed. Source: `BankDebitDetail` of the interface. */
const debitFields = new Map<string, readonly string[] | null>([
  ['account_number', null],
  ['routing_number', null],
  ['bank_account_holder_name', null],
  ['bank_type', ['checking', 'savings']],
  ['bank_holder_type', ['personal', 'business']],
]);
const debitPath = 'payment_method_data.bank_debit.ach';

/** The account of the request's bank debit. Shape: the fields of `debitFields` that have a value; after `checkCreate` all are text. */
export function bankDebitOf({ payment_method_data: data }: PaymentMethodCreate): Record<string, string> | undefined {
  const account = data?.bank_debit?.ach;
  if (!account) return undefined;
  const sent = Object.entries(account).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(sent);
}

function checkDebitField(name: string, value: unknown): Refusal | undefined {
  const values = debitFields.get(name);
  if (values === undefined) return notServed(`${debitPath}.${name}`);
  if (typeof value === 'string' && (values === null || values.includes(value))) return undefined;
  const expected = values === null ? 'a string' : `one of ${values.join(', ')}`;
  return refuse('invalid_format', { field: `${debitPath}.${name}`, expected });
}

function checkDebit(sent: PaymentMethodCreate): Refusal | undefined {
  const debit = sent.payment_method_data?.bank_debit?.ach;
  if (!debit) return undefined;
  if (sent.payment_method_type !== 'ach') return notAllowed("Invalid 'payment_method_type' provided");
  const absent = ['account_number', 'routing_number'].find((name) => !debit[name]);
  if (absent !== undefined) return missing(`${debitPath}.${absent}`);
  return Object.entries(debit)
    .filter(([, value]) => isPresent(value))
    .map(([name, value]) => checkDebitField(name, value))
    .find((refusal) => refusal !== undefined);
}

/** Data of payouts is not stored: a charge could not use it. */
function checkUnsupported({ wallet, ...sent }: PaymentMethodCreate): Refusal | undefined {
  const field = (['bank_transfer', 'bank_transfer_data'] as const).find((name) => isPresent(sent[name]));
  if (field) return notServed(field);
  return isPresent(wallet?.paypal) || isPresent(wallet?.venmo) ? notServed('wallet') : undefined;
}

/** The payment methods that the request has data of. */
const methodsWithData = (sent: PaymentMethodCreate): readonly string[] => [
  ...(cardOf(sent) ? ['card'] : []),
  ...(isPresent(sent.payment_method_data?.bank_debit) ? ['bank_debit'] : []),
  ...(walletTokenOf(sent) ? ['wallet'] : []),
];

function checkMethod(sent: PaymentMethodCreate): Refusal | undefined {
  const { payment_method: method, payment_method_type: type } = sent;
  if (type && !isTypeOfMethod(method, type)) return notAllowed("Invalid 'payment_method_type' provided");
  const named = methodsWithData(sent);
  if (named.some((name) => name !== method)) return notAllowed('PaymentMethodData does not match PaymentMethod');
  if (named.some((name) => name !== 'card') && !type) return missing('payment_method_type');
  const token = walletTokenOf(sent);
  return token && type !== token.type ? notAllowed("Invalid 'payment_method_type' provided") : undefined;
}

const checkCardOf = (sent: PaymentMethodCreate, now: Date): Refusal | undefined => {
  const card = cardOf(sent);
  return card && checkCard(card, now);
};

const checkDataOf = (sent: PaymentMethodCreate, now: Date): Refusal | undefined =>
  checkCardOf(sent, now) ?? checkDebit(sent) ?? checkWalletToken(sent, now);

/** Checks that need only the request. */
export function checkCreate(sent: PaymentMethodCreate, now: Date): Refusal | undefined {
  return (
    checkUnsupported(sent) ??
    checkMethod(sent) ??
    checkDataOf(sent, now) ??
    (sent.customer_id ? checkChosenIds({ customer_id: sent.customer_id }) : missing('customer_id'))
  );
}

/** The data of a payment method that awaits it. */
export function checkSave(sent: PaymentMethodCreate, now: Date): Refusal | undefined {
  if (!sent.client_secret) return missing('client_secret');
  const unsupported = checkUnsupported(sent);
  if (unsupported) return unsupported;
  if (methodsWithData(sent).length === 0) return missing('payment_method_data');
  return checkMethod(sent) ?? checkDataOf(sent, now);
}

/** The facts of a card follow from its number: a request cannot change them. */
const facts = ['last4_digits', 'card_issuer', 'issuer_country', 'issuer_country_code', 'card_network'] as const;

/** The same of the card in a wallet: only the expiry of its token changes. */
const walletFacts = ['last4', 'card_network', 'type', 'auth_code', 'email'] as const;

export function checkUpdate({ card, wallet }: PaymentMethodUpdate, now: Date): Refusal | undefined {
  if (card && wallet)
    return refuse('precondition_failed', { message: 'Expected one out of card and wallet but got both' });
  if (wallet) return checkWalletUpdate(wallet, now);
  if (!card) return undefined;
  const fact = facts.find((name) => isPresent(card[name]));
  return fact ? notServed(`card.${fact}`) : checkExpiry(card, now);
}

function checkWalletUpdate(wallet: NonNullable<PaymentMethodUpdate['wallet']>, now: Date): Refusal | undefined {
  const fact = walletFacts.find((name) => isPresent(wallet[name]));
  if (fact) return notServed(`wallet.${fact}`);
  const { card_exp_month, card_exp_year } = wallet;
  if (!card_exp_month) return missing('wallet.card_exp_month');
  if (!card_exp_year) return missing('wallet.card_exp_year');
  return checkExpiry({ card_exp_month, card_exp_year }, now);
}
