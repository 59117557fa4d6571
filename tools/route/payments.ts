import type { RoutingFacts } from '@payorch/contracts';
import type { Currency, PaymentId } from '@payorch/kernel';
import { attemptIdOf } from '@payorch/kernel';

/** A payment that was not made. */
export interface SimulatedPayment {
  readonly id: string;
  /** Decides the place of the payment in a volume split. */
  readonly attemptId: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly facts: RoutingFacts;
}

/** The id of a payment's first attempt. */
export const firstAttemptOf = (paymentId: string): string => attemptIdOf(paymentId as PaymentId, 1);
