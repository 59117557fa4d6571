import type { AccountRef, Outcome, OutcomeKind } from '@payorch/contracts';
import type {
  AttemptId,
  MerchantId,
  Money,
  OperationId,
  PaymentId,
  ProfileId,
  RefundId,
  StateOf,
} from '@payorch/kernel';
import type { operationMachine } from './operation.machine';

export type OperationState = StateOf<typeof operationMachine>;

const paymentFlows = ['authorize', 'capture', 'void', 'increment', 'extend', 'post_capture_void'] as const;
export type PaymentFlow = (typeof paymentFlows)[number];
export const operationFlows = [...paymentFlows, 'refund'] as const;

/** Those that name no sum of their own: they are about all that there is. */
export const isSumless = (flow: string): flow is 'void' | 'extend' | 'post_capture_void' =>
  flow === 'void' || flow === 'extend' || flow === 'post_capture_void';

/** What a refund's row knows beside what every row does. */
export interface RefundOf {
  readonly refundId: RefundId;
  /** The processor's id of the payment that the money goes back from. */
  readonly paymentReference: string;
}

interface Facts {
  readonly operationId: OperationId;
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
  readonly paymentId: PaymentId;
  readonly attemptId: AttemptId;
  readonly account: AccountRef;
  /** What was asked for; a void has no sum of its own. */
  readonly money: Money | null;
  /** The processor's id of the payment, of a refund its id of the refund, as soon as anybody told it. */
  readonly reference: string | null;
  /** The route that was taken: of an authorization only. */
  readonly fallbacks: readonly AccountRef[] | null;
  /** Under what name the card's CVC waits; null where the operation carries none. */
  readonly cvcReference: string | null;
  /** Which settings of the account it was begun with; null where it was not begun. */
  readonly accountPin: string | null;
}

/** Which operation of which kind it is. */
export type Kind =
  { readonly flow: PaymentFlow; readonly refund: null } | { readonly flow: 'refund'; readonly refund: RefundOf };

/** What an operation is, whatever became of it. */
export type OperationFacts = Facts & Kind;

/** One row: what was asked of a processor, and what is known of it. */
export type Operation = OperationFacts & {
  readonly state: OperationState;
  readonly leaseToken: string | null;
  readonly sentAt: Date | null;
  /** What its preliminaries brought, as far as it was stored. */
  readonly found: Readonly<Record<string, string>> | null;
  readonly outcome: Outcome | null;
};

/** What the processor may still change its words about. All other answers stand for good. */
export const openKinds: readonly OutcomeKind[] = ['accepted', 'challenged', 'mismatched', 'under_review', 'unknown'];

/** Whether the processor said that it has the operation, whatever comes of it: money may be there. */
export const tellsOfMoney = ({ kind }: Outcome): boolean =>
  kind !== 'unknown' && kind !== 'absent' && kind !== 'declined' && kind !== 'not_sent';

export const isSettled = ({ state, outcome }: Operation): boolean =>
  state === 'answered' && outcome !== null && !openKinds.includes(outcome.kind);

/** The event that an outcome is for the row. */
export const eventOf = ({ kind }: Outcome): 'answered' | 'silent' => (kind === 'unknown' ? 'silent' : 'answered');

/** The processor's reference in an outcome, where it has one. */
export const referenceIn = (outcome: Outcome): string | null => ('reference' in outcome ? outcome.reference : null);
