import type { ProcessorError } from '@payorch/contracts';
import type { AttemptId, OperationId } from '@payorch/kernel';
import type { ExtensionState } from '@payorch/operations';

/** One request to extend the authorization. */
export interface Extension {
  readonly operation: OperationId;
  readonly attemptId: AttemptId;
  readonly state: ExtensionState;
  /** The processor's time limit for the capture, with its offset; null where the processor reports none. */
  readonly captureBefore: string | null;
  readonly error: ProcessorError | null;
  /** The requests for this extension, by the correlation ids of their replies: only these get the refusal of an unsupported extension. */
  readonly requestedBy: readonly string[];
  readonly modifiedAt: Date;
}
