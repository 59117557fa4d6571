import type { AccountRef, ProcessorError } from '@payorch/contracts';
import type { AttemptId, Money, OperationId } from '@payorch/kernel';
import type { OrderState } from '@payorch/operations';

/** An order at a processor, which the customer approves before the confirmation. */
export interface Order {
  readonly operation: OperationId;
  readonly attemptId: AttemptId;
  readonly account: AccountRef;
  readonly state: OrderState;
  readonly money: Money;
  /** The sum without the surcharge of rules; absent: it has none. */
  readonly requested?: Money;
  readonly capture: 'automatic' | 'manual';
  /** The processor's id; null until it is created. */
  readonly reference: string | null;
  readonly error: ProcessorError | null;
  readonly modifiedAt: Date;
}
