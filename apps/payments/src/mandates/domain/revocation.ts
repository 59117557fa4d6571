import type { MandateStatus, ProcessorError } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import type { RevocationState } from './revocation.machine';

/** Where the reply to a waiting caller goes. */
export interface PendingReply {
  readonly topic: string;
  readonly correlationId: string;
}

/** One revocation of a mandate at its processor. */
export interface Revocation {
  readonly operation: OperationId;
  readonly state: RevocationState;
  /** The mandate's status before, and again if the revocation fails. */
  readonly formerStatus: MandateStatus;
  /** The partition of the mandate's key on the keyed topics: the sweeper creates a missing job there. */
  readonly partition: number;
  readonly syncCount: number;
  readonly error: ProcessorError | null;
  readonly pendingReplies: readonly PendingReply[];
  readonly requestedAt: string;
}
