import { z } from 'zod';
import type { Answer } from '../../kit/calls/answer';
import type { Decision, DecisionContext } from '../../kit/objects/decision';
import { decisionsOf, effectOf, newObject, secondsOf } from '../../kit/objects/decision';
import type { ObjectStore } from '../../kit/objects/object-store';
import {
  answer,
  invalid,
  minorOf,
  notFound,
  problem,
  quoteView,
  recipientView,
  subscriptionView,
  transferView,
} from './answers';
import { behaviourOf, invalid as invalidAccount } from './recipients';
import type { Quote, Recipient, Subscription, Transfer, WiseRecord } from './records';
import { transactionKey } from './records';

export interface Context extends DecisionContext {
  readonly objects: ObjectStore<WiseRecord>;
  readonly settleAfterMs: number;
  readonly newNumber: () => string;
  readonly newUuid: () => string;
}

/** A call: the id in its path, and its body or its query. */
export interface WiseCall {
  readonly id: string;
  readonly params: unknown;
}

type WiseDecision = Decision<WiseRecord, never>;
export interface Made {
  readonly answer: Answer;
  readonly decision?: WiseDecision;
}

const { stored, decided, unchanged } = decisionsOf<WiseRecord, never>();
const event = 'transfers#state-change';

/** Reads the parameters; the first wrong one refuses the call. */
const reading =
  <T>(schema: z.ZodType<T>, make: (input: T, context: Context) => Made) =>
  (call: WiseCall, context: Context): Made => {
    const { data, error } = schema.safeParse(call.params);
    if (data !== undefined) return make(data, context);
    const [issue] = error!.issues;
    return { answer: invalid(issue!.path.join('.'), issue!.message) };
  };

const made = (record: WiseRecord, view: object, status = 200): Made => ({
  answer: answer(status, view),
  decision: stored(record),
});

const text = z.string().min(1);
const currency = z.string().regex(/^[A-Z]{3}$/);
const profile = z.union([z.int().positive().transform(String), z.string().regex(/^\d+$/)]);
const digits = (least: number, most: number) => z.string().regex(new RegExp(`^\\d{${least},${most}}$`));
const holder = { profile, accountHolderName: text };
const legalType = z.enum(['PRIVATE', 'BUSINESS']);

/** The forms of recipients that the connector uses. */
const recipientRequest = z.discriminatedUnion('type', [
  z.object({
    ...holder,
    type: z.literal('aba'),
    currency: z.literal('USD'),
    details: z.object({
      legalType,
      abartn: digits(9, 9),
      accountNumber: digits(4, 17),
      accountType: z.enum(['CHECKING', 'SAVINGS']),
      address: z.object({ country: z.string().length(2), city: text, postCode: text, firstLine: text }),
    }),
  }),
  z.object({
    ...holder,
    type: z.literal('sort_code'),
    currency: z.literal('GBP'),
    details: z.object({ legalType, sortCode: digits(6, 6), accountNumber: digits(8, 8) }),
  }),
  z.object({
    ...holder,
    type: z.literal('iban'),
    currency: z.literal('EUR'),
    details: z.object({ legalType, IBAN: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/) }),
  }),
]);

export const createRecipient = reading(recipientRequest, (input, context) => {
  const [field, number] =
    input.type === 'iban' ? ['IBAN', input.details.IBAN] : ['accountNumber', input.details.accountNumber];
  const last4 = number.slice(-4);
  if (last4 === invalidAccount) return { answer: invalid(field, 'Please specify a valid account') };
  const { currency: own, type } = input;
  const recipient: Recipient = {
    ...numbered('recipient', context),
    profile: input.profile,
    currency: own,
    type,
    last4,
  };
  return made(recipient, recipientView(recipient));
});

/** Wise numbers these objects. */
const numbered = <O extends string>(object: O, context: Context) => ({
  ...newObject(object, '', context),
  id: context.newNumber(),
});

const quoteRequest = z.object({
  sourceCurrency: currency,
  targetCurrency: currency,
  targetAmount: z.number().positive(),
  payOut: z.literal('BANK_TRANSFER'),
});

export const createQuote = reading(quoteRequest, (input, context) => {
  const { sourceCurrency, targetCurrency, targetAmount } = input;
  const amount = minorOf(targetAmount, targetCurrency);
  if (amount === undefined) return { answer: invalid('targetAmount', 'is no amount of the currency') };
  const quote: Quote = {
    ...newObject('quote', '', context),
    id: context.newUuid(),
    sourceCurrency,
    targetCurrency,
    amount,
  };
  return made(quote, quoteView(quote));
});

const transferRequest = z.object({
  targetAccount: z.int().positive().transform(String),
  quoteUuid: z.uuid(),
  customerTransactionId: z.uuid(),
  details: z.object({ reference: z.string().max(140).optional() }),
});

/** The same `customerTransactionId` shows the transfer that it made before. */
export const createTransfer = reading(transferRequest, (input, context) => {
  const { account, objects, variation, delivery } = context;
  const [known] = objects.under(transactionKey(account, input.customerTransactionId)) as Transfer[];
  if (known) return { answer: answer(200, transferView(known)) };
  const recipient = objects.find('recipient', account, input.targetAccount);
  const quote = objects.find('quote', account, input.quoteUuid);
  if (!recipient) return { answer: invalid('targetAccount', 'No such recipient') };
  if (quote?.targetCurrency !== recipient.currency) return { answer: invalid('quoteUuid', 'No such quote') };
  const transfer: Transfer = {
    ...numbered('transfer', context),
    profile: recipient.profile,
    recipient: recipient.id,
    last4: recipient.last4,
    quote: quote.id,
    reference: input.customerTransactionId,
    statement: input.details.reference ?? null,
    status: 'incoming_payment_waiting',
    before: null,
    next: [],
    amount: quote.amount + (variation.amountDelta ?? 0),
    currency: quote.targetCurrency,
    sourceCurrency: quote.sourceCurrency,
    pending: null,
    delivery,
  };
  return made(transfer, transferView(transfer));
});

/** Reads the transfer of the path. */
const ofTransfer =
  (make: (transfer: Transfer, context: Context) => Made) =>
  ({ id }: WiseCall, context: Context): Made => {
    const transfer = context.objects.find('transfer', context.account, id);
    return transfer ? make(transfer, context) : { answer: notFound('transfer') };
  };

export const showTransfer = ofTransfer((transfer) => ({ answer: answer(200, transferView(transfer)) }));

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text) / 1000);
const listRequest = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  createdDateStart: time.default(0),
  createdDateEnd: time.default(Infinity),
});

/** Newest first. */
export const listTransfers = reading(listRequest, ({ limit, createdDateStart, createdDateEnd }, context) => {
  const all = context.objects.all('transfer', context.account);
  const listed = all.filter(({ created }) => created >= Math.floor(createdDateStart) && created <= createdDateEnd);
  return { answer: answer(200, listed.reverse().slice(0, limit).map(transferView)) };
});

/** The transfer in its next state. */
function moved(transfer: Transfer, status: string, next: readonly string[], context: Context): Transfer {
  const { slowness = 1 } = behaviourOf(transfer.last4);
  const ms = context.variation.settlesLater?.ms ?? context.settleAfterMs * slowness;
  const pending =
    next.length > 0 ? ({ atMs: context.moment.nowMs + ms, status: 'succeeded', failure: null } as const) : null;
  return { ...transfer, status, before: transfer.status, next, pending };
}

export const cancelTransfer = ofTransfer((transfer, context) => {
  if (transfer.status !== 'incoming_payment_waiting')
    return { answer: problem(422, 'NOT_VALID', `A transfer that is ${transfer.status} cannot be cancelled`) };
  const cancelled = moved(transfer, 'cancelled', [], context);
  return { answer: answer(200, transferView(cancelled)), decision: decided(cancelled, { [event]: cancelled }) };
});

const funding = (status: string, errorCode: string | null): Answer =>
  answer(201, { type: 'BALANCE', status, errorCode });

/** A transfer is funded once: this is where the money moves. */
export function fundTransfer(call: WiseCall, context: Context): Made {
  return ofTransfer((transfer) => {
    if (transfer.status !== 'incoming_payment_waiting')
      return { answer: problem(409, 'CONFLICT', `A transfer that is ${transfer.status} cannot be funded`) };
    const { funding: how, states } = behaviourOf(transfer.last4);
    if (how === 'poor') return { answer: funding('REJECTED', 'balance.payment-option-unavailable') };
    const next = context.variation.settlesLater?.status === 'failed' ? ['funds_refunded'] : states;
    const funded = { ...moved(transfer, 'processing', next, context), delivery: context.delivery };
    const effect = effectOf('payout', funded, funded);
    return { answer: funding('COMPLETED', null), decision: decided(funded, { [event]: funded }, { effect }) };
  })(call, context);
}

/** The next state of a transfer, when it is due. */
export function settleTransfer(transfer: Transfer, context: Context): WiseDecision {
  const [status, ...next] = transfer.next;
  if (status === undefined) return unchanged;
  const settled = moved(transfer, status, next, context);
  const effect =
    status === 'funds_refunded'
      ? effectOf('payout_return', { reference: `${settled.reference}:return` }, settled)
      : undefined;
  return decided(settled, { [event]: settled }, { effect });
}

const subscriptionRequest = z.object({
  name: text,
  trigger_on: z.literal(event),
  delivery: z.object({ version: z.literal('2.0.0'), url: z.url({ protocol: /^https?$/ }) }),
});

/** A subscription at the same address replaces the earlier one. */
export const subscribe = reading(subscriptionRequest, ({ trigger_on, delivery: { url } }, context) => {
  const known = context.objects.all('subscription', context.account).find((one) => one.url === url);
  const subscription: Subscription = {
    ...newObject('subscription', '', context),
    id: known?.id ?? context.newUuid(),
    url,
    enabled_events: [trigger_on],
    secret: '',
    status: 'enabled',
    deleted: false,
  };
  return made(subscription, subscriptionView(subscription), 201);
});

/** The webhook about a change of a transfer. */
export const stateChange = (transfer: Transfer, subscription: string | undefined, nowMs: number) => ({
  data: {
    resource: {
      type: 'transfer',
      id: Number(transfer.id),
      profile_id: Number(transfer.profile),
      account_id: Number(transfer.recipient),
    },
    current_state: transfer.status,
    previous_state: transfer.before,
    occurred_at: new Date(nowMs).toISOString(),
  },
  subscription_id: subscription,
  event_type: event,
  schema_version: '2.0.0',
  sent_at: new Date(secondsOf(nowMs) * 1000).toISOString(),
});
