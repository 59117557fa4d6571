import {
  type AccountRef,
  type DisputeEvidence,
  openDisputeStatuses,
  type ProcessorDispute,
  type ProcessorError,
} from '@payorch/contracts';
import type { AttemptId, DisputeId, MerchantId, OperationId, PaymentId, ProfileId } from '@payorch/kernel';
import type { FollowedOperation, OperationIncident, OperationsOf, PendingReply } from '@payorch/operations';
import type { AnswerState } from './answer.machine';

/** The merchant's answer under way, or the last one. */
export interface Answer extends FollowedOperation<AnswerState> {
  readonly flow: OperationsOf<'dispute'>;
  readonly operation: OperationId;
  readonly error: ProcessorError | null;
  readonly requestedAt: string;
}

/** A customer's dispute of a charge, with everything that is known of it. */
export interface Dispute {
  readonly merchantId: MerchantId;
  readonly disputeId: DisputeId;
  /** 0 before the first save; every saved change raises the version by one. */
  readonly version: number;
  readonly profileId: ProfileId;
  readonly paymentId: PaymentId;
  readonly attemptId: AttemptId;
  readonly account: AccountRef;
  /** The processor's id of the disputed payment. */
  readonly chargeReference: string;
  /** The dispute as its processor has it, as far as its table of stages and statuses admits. */
  readonly known: ProcessorDispute;
  /** The attached files. */
  readonly evidence: DisputeEvidence;
  readonly answer: Answer | null;
  /** The callers who wait until the dispute is read at the processor. */
  readonly readers: readonly PendingReply[];
  /** When it was last requested there, ISO 8601; null: never. */
  readonly readAt: string | null;
  /** Whether refunds and this dispute together exceed the captured sum. */
  readonly isAlreadyRefunded: boolean;
  /** Each is opened once. */
  readonly incidents: readonly OperationIncident[];
  /** The partition of the dispute's key on the keyed topics: the sweeper creates a missing job there. */
  readonly partition: number;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

export const isAnswering = ({ answer }: Pick<Dispute, 'answer'>): boolean => answer?.state === 'pending';

const undecided: readonly ProcessorDispute['status'][] = openDisputeStatuses;

export const isOpen = ({ known }: Pick<Dispute, 'known'>): boolean => undecided.includes(known.status);
