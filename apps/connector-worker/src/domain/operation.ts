import type { AccountRef, Outcome, OutcomeKind } from '@payorch/contracts';
import type { AttemptId, MerchantId, Money, OperationId, PaymentId, ProfileId, StateOf } from '@payorch/kernel';
import type { operationMachine } from './operation.machine';

export type OperationState = StateOf<typeof operationMachine>;
export type OperationFlow = 'authorize' | 'capture' | 'void';

/** What an operation is, whatever became of it. */
export interface OperationFacts {
  readonly operationId: OperationId;
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
  readonly paymentId: PaymentId;
  readonly attemptId: AttemptId;
  readonly flow: OperationFlow;
  readonly account: AccountRef;
  /** What was asked for; a void has no sum of its own. */
  readonly money: Money | null;
  /** The processor's id of the payment, as soon as anybody told it. */
  readonly reference: string | null;
  /** The route that was taken: of an authorization only. */
  readonly fallbacks: readonly AccountRef[] | null;
}

/** One row: what was asked of a processor, and what is known of it. */
export interface Operation extends OperationFacts {
  readonly state: OperationState;
  readonly leaseToken: string | null;
  readonly sentAt: Date | null;
  readonly outcome: Outcome | null;
}

/** What the processor may still change its words about. All other answers stand for good. */
export const openKinds: readonly OutcomeKind[] = ['accepted', 'challenged', 'mismatched', 'unknown'];

export const isSettled = ({ state, outcome }: Operation): boolean =>
  state === 'answered' && outcome !== null && !openKinds.includes(outcome.kind);

/** The event that an outcome is for the row. */
export const eventOf = ({ kind }: Outcome): 'answered' | 'silent' => (kind === 'unknown' ? 'silent' : 'answered');

/** The processor's reference in an outcome, where it has one. */
export const referenceIn = (outcome: Outcome): string | null => ('reference' in outcome ? outcome.reference : null);
