import type { ProcessorError } from '@payorch/contracts';
import type { MinorUnits, OperationId } from '@payorch/kernel';
import type { IncrementState } from '@payorch/operations';

/** One request to increase the authorized amount. */
export interface Increment {
  readonly id: string;
  readonly operation: OperationId;
  readonly status: IncrementState;
  /** The payment's amount if the increment succeeds, and the one before. */
  readonly amount: MinorUnits;
  readonly previous: MinorUnits;
  readonly error: ProcessorError | null;
}
