import type { CallDetails } from '../../../kit/calls/call-pipeline';
import type { Endpoint } from '../../../kit/calls/endpoints';
import type { Refusal } from '../../../kit/calls/refusal';
import { faultOfCard } from '../../../kit/faults/fault-cards';
import type { CallKind } from '../../../kit/faults/fault-registry';
import type { Plan, Variation, WebhookPlan } from '../../../kit/faults/plan';
import type { Moment } from '../../../kit/moment';
import { moment } from '../../../kit/moment';
import { capturePayment } from '../decide/capture-payment';
import { createOrder } from '../decide/create-order';
import { createPayment } from '../decide/create-payment';
import { extendAuthorization } from '../decide/extend-authorization';
import { payOrder } from '../decide/pay-order';
import { voidAfterCapture } from '../decide/post-capture-void';
import { refundCard } from '../decide/refund-card';
import { refundPayment } from '../decide/refund-payment';
import { voidPayment } from '../decide/void-payment';
import type { Order } from '../order';
import type { Decision, Payment, Refund, WebhookOptions } from '../payment';
import { paysOrder } from '../payment-methods';
import type { PaymentService } from '../payment.service';
import type { Records } from '../records';
import { missingParam, orderNotFound, paymentDisputed, paymentNotFound, refundNotFound } from '../refusals';
import type { Parsed } from './requests';
import { parseAmount, parseCapture, parseCardRefund, parseOrder, parsePayment, parseVoid } from './requests';

type Details = Partial<CallDetails>;

/** A call as its endpoint parsed it: a refusal, or the decision to execute. */
export type ParsedCall = { readonly details?: Details } & (
  | { readonly refusal: Refusal }
  | { readonly decide: (plan: Plan) => Decision }
);

/** A call as read from its path, its query and its body. */
export interface TestCall {
  /** Digest of the API key. */
  readonly account: string;
  readonly id: string;
  readonly reference: unknown;
  readonly body: unknown;
}

export interface TestEndpoint extends Endpoint {
  parse(call: TestCall, payments: PaymentService): ParsedCall;
}

const on = (method: Endpoint['method'], path: string, kind: CallKind, parse: TestEndpoint['parse']): TestEndpoint => ({
  method,
  path,
  kind,
  parse,
});

const reading = <T>(parsed: Parsed<T>, details: Details, handle: (value: T) => ParsedCall): ParsedCall =>
  'refusal' in parsed ? { ...parsed, details } : handle(parsed.value);

const webhookOptions = (url: string | null, { always, never, copies, delayMs }: WebhookPlan): WebhookOptions | null =>
  url === null ? null : { url, always, never, copies, delayMs };

/** A later call's fault sets the webhook options from then on; without a fault the payment's own options stay. */
const withWebhookOptions = (payment: Payment, plan: WebhookPlan): Payment =>
  payment.webhooks && (plan.always || plan.never)
    ? { ...payment, webhooks: webhookOptions(payment.webhooks.url, plan) }
    : payment;

const detailsOf = (payment: Payment | undefined, paymentId: string): Details => ({
  paymentId,
  connector: payment?.connector ?? null,
  currency: payment?.currency ?? null,
  reference: payment?.reference ?? null,
});

/** An endpoint that changes the payment in its path. */
const change = <T extends { readonly reference: string; readonly amount?: number }>(
  name: string,
  kind: CallKind,
  parse: (body: unknown) => Parsed<T>,
  decide: (payment: Payment, value: T, now: Moment, variation: Variation) => Decision,
): TestEndpoint =>
  on('POST', `payments/:id/${name}`, kind, ({ id, body }, { records }) => {
    const payment = records.payment(id, Date.now());
    const details = detailsOf(payment, id);
    return reading(parse(body), details, (value) => ({
      details: { ...details, reference: value.reference, ...(value.amount !== undefined && { amount: value.amount }) },
      decide: ({ variation, webhooks }) =>
        payment
          ? decide(withWebhookOptions(payment, webhooks), value, moment(), variation)
          : { refusal: paymentNotFound },
    }));
  });

/** The endpoints that look a record up, by its reference and by its id. */
const lookups = <T>(
  path: string,
  kind: CallKind,
  byReference: (records: Records, reference: string) => T | undefined,
  byId: (records: Records, id: string) => T | undefined,
  show: (record: T | undefined, reference: string | null, id: string) => ParsedCall,
): TestEndpoint[] => [
  on('GET', path, kind, ({ reference }, { records }) =>
    typeof reference === 'string'
      ? show(byReference(records, reference), reference, '')
      : { refusal: missingParam('reference') },
  ),
  on('GET', `${path}/:id`, kind, ({ id }, { records }) => show(byId(records, id), null, id)),
];

const showPayment = (payment: Payment | undefined, reference: string | null, id: string): ParsedCall => ({
  details:
    reference === null
      ? detailsOf(payment, id)
      : { paymentId: payment?.id ?? null, connector: payment?.connector ?? null, reference },
  decide: () => (payment ? { payment } : { refusal: paymentNotFound }),
});

const showOrder = (order: Order | undefined, reference: string | null): ParsedCall => ({
  details: {
    connector: order?.connector ?? null,
    currency: order?.currency ?? null,
    reference: reference ?? order?.reference ?? null,
  },
  decide: () => (order ? { order } : { refusal: orderNotFound }),
});

const showRefund = (refund: Refund | undefined, reference: string | null): ParsedCall => ({
  details: { paymentId: refund?.paymentId ?? null, reference: reference ?? refund?.reference ?? null },
  decide: () => (refund ? { refund } : { refusal: refundNotFound }),
});

export const endpoints: readonly TestEndpoint[] = [
  on('POST', 'payment', 'payment', ({ account, body }, payments) =>
    reading(parsePayment(body), {}, ({ webhookUrl, order, ...value }) => {
      const { connector, reference, amount, currency, method } = value;
      const card = method.type === 'card' ? method.number : null;
      return {
        details: { connector, reference, card, cardFault: card && faultOfCard(card), amount, currency },
        decide: ({ variation, webhooks }) => {
          const judged = payments.judged(method);
          const payment = { ...value, method: judged, account, webhooks: webhookOptions(webhookUrl, webhooks) };
          if (order === null && !paysOrder(method)) return createPayment(payment, moment(), variation);
          const named = order === null ? undefined : payments.records.order(order, Date.now());
          return payOrder(named, payment, moment(), variation);
        },
      };
    }),
  ),
  ...lookups(
    'payments',
    'lookup',
    (records, reference) => records.paymentByReference(reference, Date.now()),
    (records, id) => records.payment(id, Date.now()),
    showPayment,
  ),
  change('capture', 'capture', parseCapture, capturePayment),
  change('void', 'void', parseVoid, voidPayment),
  change('cancel_post_capture', 'post_capture_void', parseVoid, voidAfterCapture),
  change('extend', 'extend', parseVoid, extendAuthorization),

  on('POST', 'orders', 'order', ({ account, body }) =>
    reading(parseOrder(body), {}, (value) => {
      const { connector, reference, amount, currency } = value;
      return {
        details: { connector, reference, amount, currency },
        decide: ({ variation }) => createOrder({ ...value, account }, moment(), variation),
      };
    }),
  ),
  ...lookups(
    'orders',
    'order_lookup',
    (records, reference) => records.orderByReference(reference, Date.now()),
    (records, id) => records.order(id, Date.now()),
    showOrder,
  ),

  on('POST', ':id/refund', 'refund', ({ id, body }, payments) => {
    const { records } = payments;
    const payment = records.payment(id, Date.now());
    const { reference: _, ...details } = detailsOf(payment, id);
    return reading(parseAmount(body), details, (value) => ({
      details: { ...details, ...value },
      decide() {
        if (payment && payments.blocksRefunds(payment.id)) return { refusal: paymentDisputed };
        return payment ? refundPayment(payment, value, moment()) : { refusal: paymentNotFound };
      },
    }));
  }),
  /** To a card, without a payment. */
  on('POST', 'refunds', 'unreferenced_refund', ({ body }) =>
    reading(parseCardRefund(body), {}, (value) => {
      const { connector, reference, amount, currency, cardNumber: card } = value;
      return {
        details: { connector, reference, amount, currency, card },
        decide: ({ variation }) => refundCard(value, moment(), variation),
      };
    }),
  ),
  ...lookups(
    'refunds',
    'refund_lookup',
    (records, reference) => records.refundByReference(reference, Date.now()),
    (records, id) => records.refund(id, Date.now()),
    showRefund,
  ),
];
