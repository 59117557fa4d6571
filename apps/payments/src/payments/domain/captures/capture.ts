import type { ProcessorError } from '@payorch/contracts';
import type { AttemptId, CaptureId, Money, OperationId } from '@payorch/kernel';
import type { CaptureState } from '@payorch/operations';

export interface Capture {
  readonly id: CaptureId;
  readonly attemptId: AttemptId;
  readonly sequence: number;
  readonly operation: OperationId;
  readonly status: CaptureState;
  readonly money: Money;
  readonly connectorCaptureId: string | null;
  readonly error: ProcessorError | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}
