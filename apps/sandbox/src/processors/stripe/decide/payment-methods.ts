import { newObject } from '../../../kit/objects/decision';
import { cardDetails, cardProblem, testCardDetails } from '../cards/card-details';
import { numberOfTestMethod, numberOfTestToken } from '../cards/test-cards';
import type { Read, Refusal } from '../errors';
import { missingParam, noSuch, invalidRequest } from '../errors';
import type { CardDetails, PaymentMethod, Token } from '../objects/records';
import type { Json } from '../objects/fields';
import { noBilling } from '../objects/fields';
import type { MethodData } from '../params/method-params';
import { becomesDebit, failingAccounts } from '../payment-method-types';
import type { DecisionContext } from './decision';
import { changedMetadata } from './decision';

const newPaymentMethod = (context: DecisionContext, type: string): PaymentMethod => ({
  ...newObject('payment_method', 'pm', context),
  type,
  customer: null,
  billing_details: noBilling,
  metadata: {},
  card: null,
  details: {},
  failure: null,
  setUp: false,
  consumed: false,
});

type CardData = NonNullable<MethodData['card']>;

const tokenCard = (id: string, { objects, account, moment }: DecisionContext): CardDetails | undefined => {
  const number = numberOfTestToken(id);
  return number === undefined ? objects.find('token', account, id)?.card : testCardDetails(number, moment.nowMs);
};

function readCard(data: CardData, context: DecisionContext): Read<CardDetails> {
  if ('token' in data) {
    const card = tokenCard(data.token, context);
    return card ? { value: card } : { refusal: noSuch('token', data.token, 'card[token]') };
  }
  const problem = cardProblem(data, context.moment.nowMs);
  return problem ? { refusal: problem } : { value: cardDetails(data) };
}

const textOf = (input: unknown): string => (typeof input === 'string' ? input : '');

/** The details that a bank account shows; the account number sets the outcome. */
function readBank(type: string, data: Json): Pick<PaymentMethod, 'details' | 'failure'> {
  const number = textOf(data['iban']) || textOf(data['account_number']);
  const { iban, account_number, ...rest } = data;
  const shown: Json =
    number === '' ? rest : { ...rest, last4: number.slice(-4), fingerprint: `fp_${number.length}${number.slice(-4)}` };
  const details =
    iban === undefined ? shown : { ...shown, country: number.slice(0, 2), bank_code: number.slice(4, 12) };
  return { details, failure: failingAccounts[type]?.[number] ?? null };
}

const needsData = new Set(['card', 'sepa_debit', 'us_bank_account', 'bacs_debit', 'au_becs_debit']);

/** Creates a payment method from the request; `param` is the name of its parameter there. */
export function createPaymentMethod(data: MethodData, context: DecisionContext, param = ''): Read<PaymentMethod> {
  const { type } = data;
  const input = (data as Record<string, unknown>)[type] as Json | undefined;
  if (input === undefined && needsData.has(type)) {
    return { refusal: missingParam(param === '' ? type : `${param}[${type}]`) };
  }
  const base = {
    ...newPaymentMethod(context, type),
    billing_details: data.billing_details ?? noBilling,
    metadata: changedMetadata({}, data.metadata),
  };
  if (type !== 'card') return { value: { ...base, ...readBank(type, input ?? {}) } };
  const read = readCard(data.card!, context);
  return 'refusal' in read ? read : { value: { ...base, card: read.value } };
}

const usedUp: Refusal = invalidRequest(
  'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
);

/** Finds a payment method by its id, or creates one from a published test name. */
export function findPaymentMethod(id: string, context: DecisionContext): Read<PaymentMethod> {
  const number = numberOfTestMethod(id);
  if (number !== undefined) {
    return { value: { ...newPaymentMethod(context, 'card'), card: testCardDetails(number, context.moment.nowMs) } };
  }
  const method = context.objects.find('payment_method', context.account, id);
  if (!method) return { refusal: noSuch('PaymentMethod', id, 'payment_method') };
  return method.consumed && method.customer === null ? { refusal: usedUp } : { value: method };
}

export interface RequestedPaymentMethod {
  readonly payment_method?: string | undefined;
  readonly payment_method_data?: MethodData | undefined;
}

/** The payment method that a request names; null where the request names none. */
export function requestedPaymentMethod(
  { payment_method: id, payment_method_data: data }: RequestedPaymentMethod,
  context: DecisionContext,
): Read<PaymentMethod | null> {
  if (data) return createPaymentMethod(data, context, 'payment_method_data');
  return id === undefined ? { value: null } : findPaymentMethod(id, context);
}

/** A payment method of a customer requires that customer in the request. */
export function ownerProblem(method: PaymentMethod, customer: string | null): Refusal | undefined {
  if (method.customer === null || method.customer === customer) return undefined;
  return invalidRequest(
    customer === null
      ? `The PaymentMethod ${method.id} belongs to a Customer. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`
      : `The customer ${customer} does not own the PaymentMethod ${method.id}.`,
    { param: 'payment_method' },
  );
}

export const newToken = (card: CardDetails, holder: string | null, context: DecisionContext): Token => ({
  ...newObject('token', 'tok', context),
  card,
  used: false,
  holder,
});

const generatedDetails = { last4: '3000', country: 'DE', bank_code: '37040044', fingerprint: 'fp_223000' };

/** The SEPA debit that a bank redirect generates for later charges; none where no payment method is saved. */
export function generatedDebit(
  { type, billing_details }: PaymentMethod,
  customer: string | null,
  context: DecisionContext,
): PaymentMethod[] {
  if (customer === null || !becomesDebit(type)) return [];
  const debit = newPaymentMethod(context, 'sepa_debit');
  return [{ ...debit, billing_details, details: generatedDetails, customer, setUp: true }];
}
