import type { MandateStatus, ProcessorError } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import type { FollowedOperation } from '@payorch/operations';
import type { RevocationState } from './revocation.machine';

/** One revocation of a mandate at its processor. */
export interface Revocation extends FollowedOperation<RevocationState> {
  readonly operation: OperationId;
  /** The mandate's status before, and again if the revocation fails. */
  readonly formerStatus: MandateStatus;
  /** The partition of the mandate's key on the keyed topics: the sweeper creates a missing job there. */
  readonly partition: number;
  readonly error: ProcessorError | null;
  readonly requestedAt: string;
}
