import { firstRefusal, isRefusal, isTypeOfMethod, joinRefusals, refuse, type Refusal } from '@payorch/contracts';
import type { CardDetail, PaymentMethodCreate, PaymentMethodUpdate } from '@payorch/rest';
import { checkChosenIds } from '../../fields';
import { checkCard, checkExpiry, inPlace } from '../../sealing';
import { payoutAccountOf } from './payout-account';
import { unknownField } from './unknown-field';
import { checkWalletToken, walletTokenOf } from './wallet-token';

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;
const missing = (field: string): Refusal => refuse('missing_param', { field });
const notAllowed = (path: string, message: string): Refusal => refuse('invalid_request', { message, path });
const notServed = (path: string): Refusal => refuse('not_implemented', { message: `${path} is not implemented`, path });
const otherType = notAllowed('payment_method_type', "Invalid 'payment_method_type' provided");
const otherData = notAllowed('payment_method_data', 'PaymentMethodData does not match PaymentMethod');

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
  if (values === undefined) return unknownField(debitPath, name);
  if (typeof value === 'string' && (values === null || values.includes(value))) return undefined;
  const expected = values === null ? 'a string' : `one of ${values.join(', ')}`;
  return refuse('invalid_format', { field: `${debitPath}.${name}`, expected });
}

function checkDebit(sent: PaymentMethodCreate): Refusal | undefined {
  const debit = sent.payment_method_data?.bank_debit?.ach;
  if (!debit) return undefined;
  const absent = ['account_number', 'routing_number'].filter((name) => !debit[name]);
  const present = Object.entries(debit).filter(([, value]) => isPresent(value));
  return joinRefusals([
    sent.payment_method === 'bank_debit' && sent.payment_method_type !== 'ach' ? otherType : undefined,
    ...absent.map((name) => missing(`${debitPath}.${name}`)),
    ...present.map(([name, value]) => checkDebitField(name, value)),
  ]);
}

/** The tagged form of an account for payouts, and its kinds that no connector pays to. */
const checkUnsupported = ({ bank_transfer_data: tagged }: PaymentMethodCreate): Refusal | undefined =>
  isPresent(tagged) ? notServed('bank_transfer_data') : undefined;

/** An account for payouts: its fields, and its type where the request names one. */
function checkPayoutAccount(sent: PaymentMethodCreate, now: Date): Refusal | undefined {
  const account = payoutAccountOf(sent, now);
  if (!account || isRefusal(account)) return account;
  const { payment_method_type: type } = sent;
  return type && type !== account.paymentMethodType ? otherType : undefined;
}

/** The payment methods that the request has data of. */
const methodsWithData = (sent: PaymentMethodCreate): readonly string[] => [
  ...(cardOf(sent) ? ['card'] : []),
  ...(isPresent(sent.payment_method_data?.bank_debit) ? ['bank_debit'] : []),
  ...(walletTokenOf(sent) ? ['wallet'] : []),
  ...(isPresent(sent.bank_transfer) ? ['bank_transfer'] : []),
  ...(isPresent(sent.wallet?.paypal) || isPresent(sent.wallet?.venmo) ? ['wallet'] : []),
];

/** Data of another payment method has no type to compare. */
function checkData(sent: PaymentMethodCreate): Refusal | undefined {
  const { payment_method: method, payment_method_type: type } = sent;
  const named = methodsWithData(sent);
  if (named.length > 1 || named.some((name) => name !== method)) return otherData;
  const needsType = isPresent(sent.payment_method_data?.bank_debit) || walletTokenOf(sent) !== undefined;
  if (needsType && !type) return missing('payment_method_type');
  const token = walletTokenOf(sent);
  return token && type !== token.type ? otherType : undefined;
}

function checkType({ payment_method: method, payment_method_type: type }: PaymentMethodCreate): Refusal | undefined {
  return type && !isTypeOfMethod(method, type) ? otherType : undefined;
}

const checkCardOf = (sent: PaymentMethodCreate, now: Date): Refusal | undefined => {
  const card = cardOf(sent);
  const place = sent.payment_method_data?.card ? 'payment_method_data.card' : 'card';
  return card && inPlace(checkCard(card, now), (field) => `${place}.${field}`);
};

type Check = (sent: PaymentMethodCreate, now: Date) => Refusal | undefined;

/** In the interface's order. */
const dataChecks: readonly Check[] = [
  checkType,
  checkData,
  checkCardOf,
  checkDebit,
  checkWalletToken,
  checkPayoutAccount,
];

const checkCustomer: Check = ({ customer_id }) =>
  customer_id ? checkChosenIds({ customer_id }) : missing('customer_id');

const createChecks: readonly Check[] = [checkUnsupported, ...dataChecks, checkCustomer];

const saveChecks: readonly Check[] = [
  ({ client_secret: secret }) => (secret ? undefined : missing('client_secret')),
  checkUnsupported,
  (sent) => (methodsWithData(sent).length === 0 ? missing('payment_method_data') : undefined),
  ...dataChecks,
];

/** Checks that need only the request. */
export const checkCreate = (sent: PaymentMethodCreate, now: Date): Refusal | undefined =>
  firstRefusal(createChecks, sent, now);

/** The data of a payment method that awaits it. */
export const checkSave = (sent: PaymentMethodCreate, now: Date): Refusal | undefined =>
  firstRefusal(saveChecks, sent, now);

/** The facts of a card follow from its number: a request cannot change them. */
const facts = ['last4_digits', 'card_issuer', 'issuer_country', 'issuer_country_code', 'card_network'] as const;

/** The same of the card in a wallet: only the expiry of its token changes. */
const walletFacts = ['last4', 'card_network', 'type', 'auth_code', 'email'] as const;

export function checkUpdate({ card, wallet }: PaymentMethodUpdate, now: Date): Refusal | undefined {
  if (card && wallet)
    return refuse('precondition_failed', { message: 'Expected one out of card and wallet but got both' });
  if (wallet) return checkWalletUpdate(wallet, now);
  if (!card) return undefined;
  return joinRefusals([
    ...facts.filter((name) => isPresent(card[name])).map((name) => notServed(`card.${name}`)),
    inPlace(checkExpiry(card, now), (field) => `card.${field}`),
  ]);
}

function checkWalletUpdate(wallet: NonNullable<PaymentMethodUpdate['wallet']>, now: Date): Refusal | undefined {
  const served = walletFacts.filter((name) => isPresent(wallet[name]));
  const { card_exp_month, card_exp_year } = wallet;
  const absent = (['card_exp_month', 'card_exp_year'] as const).filter((name) => !wallet[name]);
  const expiry = card_exp_month && card_exp_year ? { card_exp_month, card_exp_year } : undefined;
  return joinRefusals([
    ...served.map((name) => notServed(`wallet.${name}`)),
    ...absent.map((name) => missing(`wallet.${name}`)),
    inPlace(expiry && checkExpiry(expiry, now), (field) => `wallet.${field}`),
  ]);
}
