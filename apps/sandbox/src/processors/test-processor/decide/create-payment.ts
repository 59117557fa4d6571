import type { PaymentMethodData } from '../payment-methods';
import { outcomeOf } from '../payment-methods';
import type { Variation } from '../../../kit/faults/plan';
import type { Moment } from '../../../kit/moment';
import type { Decision, Operation, Payment, WebhookOptions } from '../payment';
import { pendingOf } from '../payment';
import { authorizePayment } from './settle-payment';

export interface PaymentRequest {
  readonly connector: string;
  readonly account: string;
  readonly amount: number;
  readonly currency: string;
  readonly capture: 'automatic' | 'manual';
  readonly method: PaymentMethodData;
  readonly reference: string;
  readonly attemptReference: string | null;
  readonly returnUrl: string | null;
  readonly webhooks: WebhookOptions | null;
}

const challengeTtlMs = 36_000_000;

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
    methodType: method.type,
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
  const amount = request.amount + (variation.amountDelta ?? 0);
  const { reference } = request;
  const operation: Operation = { reference, kind: 'payment', status: 'processing', amount, error: null };
  const payment = newPayment(request, moment, operation);
  const outcome = outcomeOf(request.method, request.connector);
  if (outcome.kind === 'failed') {
    const { refusal } = outcome;
    const operations: Operation[] = [{ ...operation, status: 'failed', error: refusal }];
    return { payment: { ...payment, status: 'failed', error: refusal, operations }, refusal, event: 'payment.failed' };
  }
  if (outcome.kind === 'challenge') {
    const challenge = { attemptId: moment.newId('dummy_attempt'), expiresAtMs: moment.nowMs + challengeTtlMs };
    return { payment: { ...payment, methodName: outcome.methodName, challenge } };
  }
  const { settlesLater } = variation;
  if (!settlesLater) return authorizePayment(payment);
  return { payment: { ...payment, pending: pendingOf(operation, moment, settlesLater) } };
}
