import type { PaymentMethodData } from '../payment-methods';
import { methodTypeOf, outcomeOf } from '../payment-methods';
import { settlesAfterMs, type Play } from '../methods/plays';
import type { Variation } from '../../../kit/faults/plan';
import type { Moment } from '../../../kit/moment';
import type { Challenge, Decision, Operation, Payment, WebhookOptions } from '../payment';
import { pendingOf } from '../payment';
import type { Refusal } from '../../../kit/calls/refusal';
import { declined } from '../refusals';
import { authorizePayment } from './settle-payment';

export interface PaymentRequest {
  readonly connector: string;
  readonly account: string;
  readonly amount: number;
  readonly currency: string;
  readonly capture: 'automatic' | 'manual';
  /** Several captures may follow. */
  readonly multicapture: boolean;
  /** A capture may take more than the authorized amount. */
  readonly overcapture: boolean;
  /** Less than the amount may be authorized. */
  readonly partial: boolean;
  /** The plan by which the customer pays. */
  readonly installments?: Payment['installments'];
  /** The proof of an authentication before the payment. */
  readonly authentication?: Payment['authentication'];
  readonly method: PaymentMethodData;
  readonly reference: string;
  readonly attemptReference: string | null;
  readonly returnUrl: string | null;
  readonly webhooks: WebhookOptions | null;
}

const challengeTtlMs = 36_000_000;

/** The step of the customer; null for a payment that needs none. */
function challengeOf(play: Play | undefined, { nowMs, newId }: Moment): Challenge | null {
  if (!play?.step) return null;
  const { step, variant } = play;
  const common = { attemptId: newId('dummy_attempt'), expiresAtMs: nowMs + challengeTtlMs, step };
  return variant === undefined ? common : { ...common, variant };
}

/** A fault may delay or fail a payment that settles without its customer. */
function settlementOf(play: Play | undefined, { settlesLater }: Variation): Variation['settlesLater'] {
  if (play?.settles === 'by_itself') return settlesLater ?? { ms: settlesAfterMs, status: 'succeeded' };
  return play?.step ? undefined : settlesLater;
}

const overcapturePercent = 120;

/** The test processors permit an overcapture of cards, but not of Mastercard's. */
function maximumOf({ method }: PaymentRequest, amount: number): number {
  const permits = method.type === 'judged_token' || (method.type === 'card' && !/^5[1-5]/.test(method.number));
  return permits ? Math.floor((amount * overcapturePercent) / 100) : amount;
}

/** A prepaid card without enough money authorizes what it has, if the request accepts that. */
function authorizableOf({ amount, method, connector, partial }: PaymentRequest): number | Refusal {
  const outcome = outcomeOf(method, connector);
  const balance = outcome.kind === 'succeeded' ? (outcome.balance ?? amount) : amount;
  if (amount <= balance) return amount;
  return partial ? balance : declined('Insufficient funds');
}

function newPayment(request: PaymentRequest, { nowMs, newId }: Moment, operation: Operation): Payment {
  const { connector, account, currency, capture, reference, attemptReference, returnUrl, webhooks, method } = request;
  return {
    id: newId('pay'),
    connector,
    account,
    reference,
    attemptReference,
    status: 'processing',
    amount: operation.amount,
    amountReceived: 0,
    amountRefunded: 0,
    currency,
    createdMs: nowMs,
    capture,
    ...(request.multicapture && capture === 'manual' && { multicapture: true }),
    ...(request.overcapture && capture === 'manual' && { maximumCapturable: maximumOf(request, operation.amount) }),
    ...(request.authentication && { authentication: request.authentication }),
    ...(request.installments && { installments: request.installments }),
    methodType: methodTypeOf(method),
    methodName: 'Card',
    returnUrl,
    webhooks,
    error: null,
    challenge: null,
    pending: null,
    operations: [operation],
  };
}

/**
 * Always creates a new payment: a reference that is sent twice is charged twice, as at a processor without idempotency
 * keys. The ledger therefore shows a double charge.
 */
export function createPayment(request: PaymentRequest, moment: Moment, variation: Variation): Decision {
  const authorizable = authorizableOf(request);
  const amount = (typeof authorizable === 'number' ? authorizable : request.amount) + (variation.amountDelta ?? 0);
  const { reference } = request;
  const operation: Operation = { reference, kind: 'payment', status: 'processing', amount, error: null };
  const payment = newPayment(request, moment, operation);
  const outcome = outcomeOf(request.method, request.connector);
  if (outcome.kind === 'failed' || typeof authorizable !== 'number') {
    const refusal = outcome.kind === 'failed' ? outcome.refusal : (authorizable as Refusal);
    const operations: Operation[] = [{ ...operation, status: 'failed', error: refusal }];
    return { payment: { ...payment, status: 'failed', error: refusal, operations }, refusal, event: 'payment.failed' };
  }
  const play = outcome.kind === 'played' ? outcome.play : undefined;
  const open: Payment = {
    ...payment,
    ...(outcome.kind === 'succeeded' && outcome.capturesFail && { capturesFail: true as const }),
    ...(outcome.kind === 'played' && { methodName: outcome.methodName }),
    challenge: challengeOf(play, moment),
  };
  const settlesLater = settlementOf(play, variation);
  if (settlesLater) return { payment: { ...open, pending: pendingOf(operation, moment, settlesLater) } };
  return open.challenge ? { payment: open } : authorizePayment(open);
}
