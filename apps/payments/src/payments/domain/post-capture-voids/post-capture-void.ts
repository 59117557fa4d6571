import type { ProcessorError } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import type { PostCaptureVoidState } from '@payorch/operations';

/** One request to void a charge after the capture. */
export interface PostCaptureVoid {
  readonly operation: OperationId;
  readonly state: PostCaptureVoidState;
  /** The merchant's. */
  readonly reason: string | null;
  /** The processor's id; null where it is not known. */
  readonly reference: string | null;
  readonly error: ProcessorError | null;
  readonly modifiedAt: Date;
}
