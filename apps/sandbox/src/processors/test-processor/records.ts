import type { Order } from './order';
import type { Operation, Payment, Refund } from './payment';

const recordRetentionMs = 172_800_000;

/** All payments, refunds and orders in memory, by id, by operation reference and by the key of an open bank page. */
export class Records {
  private readonly payments = new Map<string, Payment>();
  private readonly refunds = new Map<string, Refund>();
  private readonly byReference = new Map<string, string>();
  private readonly byAttempt = new Map<string, string>();
  private readonly refundsByReference = new Map<string, string>();
  private readonly orders = new Map<string, Order>();
  private readonly ordersByReference = new Map<string, string>();

  storePayment(payment: Payment): void {
    const before = this.payments.get(payment.id);
    this.payments.set(payment.id, payment);
    if (before?.challenge && !payment.challenge) this.byAttempt.delete(before.challenge.attemptId);
    if (payment.challenge) this.byAttempt.set(payment.challenge.attemptId, payment.id);
    for (const { reference } of payment.operations) {
      // Of two charges under one reference a lookup finds the first; only the ledger shows both.
      if (!this.byReference.has(reference)) this.byReference.set(reference, payment.id);
    }
  }

  storeRefund(refund: Refund): void {
    this.refunds.set(refund.id, refund);
    if (!this.refundsByReference.has(refund.reference)) this.refundsByReference.set(refund.reference, refund.id);
  }

  payment(id: string, nowMs: number): Payment | undefined {
    return unexpired(this.payments.get(id), nowMs);
  }

  paymentByReference(reference: string, nowMs: number): Payment | undefined {
    const id = this.byReference.get(reference);
    return id === undefined ? undefined : this.payment(id, nowMs);
  }

  /** Returns the payment of a bank page while the challenge is open. */
  paymentByAttempt(attemptId: string, nowMs: number): Payment | undefined {
    const id = this.byAttempt.get(attemptId);
    const payment = id === undefined ? undefined : this.payment(id, nowMs);
    return payment?.challenge && payment.challenge.expiresAtMs > nowMs ? payment : undefined;
  }

  refund(id: string, nowMs: number): Refund | undefined {
    return unexpired(this.refunds.get(id), nowMs);
  }

  refundByReference(reference: string, nowMs: number): Refund | undefined {
    const id = this.refundsByReference.get(reference);
    return id === undefined ? undefined : this.refund(id, nowMs);
  }

  storeOrder(order: Order): void {
    this.orders.set(order.id, order);
    if (!this.ordersByReference.has(order.reference)) this.ordersByReference.set(order.reference, order.id);
  }

  order(id: string, nowMs: number): Order | undefined {
    return unexpired(this.orders.get(id), nowMs);
  }

  orderByReference(reference: string, nowMs: number): Order | undefined {
    const id = this.ordersByReference.get(reference);
    return id === undefined ? undefined : this.order(id, nowMs);
  }

  /** The newest last. */
  allPayments(nowMs: number): Payment[] {
    return [...this.payments.values()].filter((payment) => unexpired(payment, nowMs));
  }

  /** The newest last. */
  allRefunds(nowMs: number): Refund[] {
    return [...this.refunds.values()].filter((refund) => unexpired(refund, nowMs));
  }

  pendingPayments(): Payment[] {
    return [...this.payments.values()].filter((payment) => payment.pending);
  }
}

const unexpired = <T extends { readonly createdMs: number }>(record: T | undefined, nowMs: number): T | undefined =>
  record && nowMs - record.createdMs < recordRetentionMs ? record : undefined;

export const operationOf = (payment: Payment, reference: string): Operation | undefined =>
  payment.operations.find((one) => one.reference === reference);
