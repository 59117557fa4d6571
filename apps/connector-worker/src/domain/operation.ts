import type { AccountRef, Outcome, OutcomeKind, RouteDecision } from '@payorch/contracts';
import type {
  AttemptId,
  AuthenticationId,
  DisputeId,
  MerchantId,
  Money,
  OperationId,
  PaymentId,
  ProfileId,
  RefundId,
  RelayId,
  StateOf,
} from '@payorch/kernel';
import { declarationOf, type OperationsOf } from '@payorch/operations';
import type { operationMachine } from './operation.machine';

export type OperationState = StateOf<typeof operationMachine>;

export type PaymentFlow = OperationsOf<'payment'>;
export type PayoutFlow = OperationsOf<'payout'>;
export type DisputeFlow = OperationsOf<'dispute'>;

/** The additional columns of a refund's row. */
export interface RefundOf {
  readonly refundId: RefundId;
  /** The processor's id of the refunded payment. */
  readonly paymentReference: string;
}

interface Facts {
  readonly operationId: OperationId;
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
  /** Of a relay, or of an authentication without a payment: its own id, as payment and as attempt. Of a payout: its id and its attempt's. */
  readonly paymentId: PaymentId;
  readonly attemptId: AttemptId;
  /** The relay that requested the operation; null for every other operation. */
  readonly relayId: RelayId | null;
  /** The authentication without a payment that requested the operation; null for every other operation. */
  readonly authenticationId: AuthenticationId | null;
  readonly account: AccountRef;
  /** The requested amount; null for a flow without one, such as a void. */
  readonly money: Money | null;
  /** The processor's id of the payment, of the payout, of the order, of the authentication, of the refund, of the dispute, or of the payment method that a mandate charges; null until it is known. */
  readonly reference: string | null;
  /** The remaining accounts of the route; for an authorization, or the step of a payout that routing sent. */
  readonly fallbacks: readonly AccountRef[] | null;
  /** Why routing chose the account; null where the command has no decision. */
  readonly decision: RouteDecision | null;
  /** The name under which the card's CVC is stored; null if the operation has none. */
  readonly cvcReference: string | null;
  /** The account settings of the claim; null if the operation was not begun. */
  readonly accountPin: string | null;
}

/** The flow of an operation, with the refund, the mandate or the dispute that it is about. A refund without a charge is a relay's. */
export type Kind =
  | { readonly flow: PaymentFlow; readonly refund: null }
  | { readonly flow: 'refund'; readonly refund: RefundOf }
  | { readonly flow: 'unreferenced_refund'; readonly refund: null }
  | { readonly flow: PayoutFlow; readonly refund: null }
  | { readonly flow: 'revoke_mandate'; readonly refund: null; readonly mandateId: string }
  | { readonly flow: DisputeFlow; readonly refund: null; readonly disputeId: DisputeId };

/** An operation without its state and outcome. */
export type OperationFacts = Facts & Kind;

/** One row: an operation with its state and outcome. */
export type Operation = OperationFacts & {
  readonly state: OperationState;
  readonly leaseToken: string | null;
  readonly sentAt: Date | null;
  /** The stored results of its preliminaries. */
  readonly found: Readonly<Record<string, string>> | null;
  readonly outcome: Outcome | null;
};

/** The outcomes that a later outcome may replace. All others are final. */
export const openKinds: readonly OutcomeKind[] = [
  'accepted',
  'authentication_challenged',
  'challenged',
  'initiated',
  'mismatched',
  'under_review',
  'unknown',
  'vendor_account_required',
];

/** Whether the outcome shows that the processor has the operation and may have moved money. */
export const isKnownToProcessor = ({ kind }: Outcome): boolean =>
  !['unknown', 'absent', 'declined', 'ineligible', 'not_sent'].includes(kind);

/** The row is that of a step of a payout. */
export const isOfPayout = (facts: OperationFacts): facts is Extract<OperationFacts, { flow: PayoutFlow }> =>
  declarationOf(facts.flow).owner === 'payout';

/** The row is that of a merchant's answer to a dispute. */
export const isOfDispute = (facts: OperationFacts): facts is Extract<OperationFacts, { flow: DisputeFlow }> =>
  declarationOf(facts.flow).owner === 'dispute';

export const isSettled = ({ state, outcome }: Operation): boolean =>
  state === 'answered' && outcome !== null && !openKinds.includes(outcome.kind);

/** The machine event of an outcome. */
export const eventOf = ({ kind }: Outcome): 'answered' | 'silent' => (kind === 'unknown' ? 'silent' : 'answered');

/** The processor's reference in an outcome; null if it has none. */
export const referenceIn = (outcome: Outcome): string | null => ('reference' in outcome ? outcome.reference : null);
