import type {
  AccountRef,
  ProcessorError,
  RelayOperation,
  RelayStatus,
  ShownRelayOperation,
  SyncedRelayOperation,
} from '@payorch/contracts';
import type { MerchantId, Money, OperationId, ProfileId, RelayId } from '@payorch/kernel';
import type { FollowedOperation, OperationIncident } from '@payorch/operations';
import type { RelayState } from './relay.machine';

/** An operation on a processor's object that did not go through this service, with everything that is known of it. */
export interface Relay extends FollowedOperation<RelayState> {
  readonly merchantId: MerchantId;
  readonly relayId: RelayId;
  /** 0 before the first save; every saved change raises the version by one. */
  readonly version: number;
  readonly profileId: ProfileId;
  readonly account: AccountRef;
  /** The processor's id of the object; the merchant's own text for a refund without a charge. */
  readonly reference: string;
  /** Without the card that receives the money: only the command to the worker has it. */
  readonly requested: ShownRelayOperation;
  /** Identifies the operation at the processor and never changes. */
  readonly operation: OperationId;
  /** The processor's id of the operation; null until an outcome carries it. */
  readonly connectorReference: string | null;
  readonly error: ProcessorError | null;
  /** Each is opened once. */
  readonly incidents: readonly OperationIncident[];
  /** The partition of the relay's key on the keyed topics: the sweeper creates a missing job there. */
  readonly partition: number;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

const statuses = {
  pending: 'pending',
  // The interface has no such status: the merchant waits for a person.
  review: 'pending',
  success: 'success',
  failure: 'failure',
} as const satisfies Record<RelayState, RelayStatus>;

export const statusOf = ({ state }: Pick<Relay, 'state'>): RelayStatus => statuses[state];

/** The requested amount; null for a void, which concerns the whole authorization. */
export const requestedMoney = ({ requested }: Pick<Relay, 'requested'>): Money | null =>
  requested.type === 'void' ? null : requested.money;

/** The operation without what only the worker may open. */
export function shownOf(operation: RelayOperation): ShownRelayOperation {
  if (operation.type !== 'unreferenced_refund') return operation;
  const { sealedRecipient: _, ...shown } = operation;
  return shown;
}

/** What a sync says of the operation. */
export const syncedOf = ({ requested }: Pick<Relay, 'requested'>): SyncedRelayOperation =>
  requested.type === 'unreferenced_refund' ? { type: requested.type, money: requested.money } : requested;
