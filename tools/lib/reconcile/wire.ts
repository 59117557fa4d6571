import type { Finding } from './judge';
import type { Ours, Theirs } from './records';

/** Records as the routes of the gateway have them. */
export interface WireTheirs {
  readonly kind: Theirs['kind'];
  readonly reference: string;
  readonly charge_reference: string | null;
  readonly our_id: string | null;
  readonly state: Theirs['state'];
  readonly amount: number | null;
  readonly moved: number;
  readonly currency: Theirs['currency'];
  readonly created_at: string;
}

export interface WireOurs extends Omit<WireTheirs, 'reference' | 'our_id'> {
  readonly reference: string | null;
  readonly our_id: string;
  readonly object_id: string;
  readonly payment_id: string | null;
  readonly connected_account: string | null;
  readonly is_waiting: boolean;
  readonly internal_state: string;
}

export const theirsFromWire = (wire: WireTheirs): Theirs => ({
  kind: wire.kind,
  reference: wire.reference,
  chargeReference: wire.charge_reference,
  ourId: wire.our_id,
  state: wire.state,
  amount: wire.amount,
  moved: wire.moved,
  currency: wire.currency,
  createdAt: wire.created_at,
});

export const oursFromWire = (wire: WireOurs): Ours => ({
  kind: wire.kind,
  reference: wire.reference,
  chargeReference: wire.charge_reference,
  ourId: wire.our_id,
  state: wire.state,
  amount: wire.amount,
  moved: wire.moved,
  currency: wire.currency,
  createdAt: wire.created_at,
  objectId: wire.object_id,
  paymentId: wire.payment_id,
  connectedAccount: wire.connected_account ?? undefined,
  isWaiting: wire.is_waiting,
  internalState: wire.internal_state,
});

const recordToWire = ({ state, amount, moved, currency, createdAt }: Theirs | Ours) => ({
  state,
  amount,
  moved,
  currency,
  created_at: createdAt,
});

/** A finding as `POST /ops/reconciliations` takes it. Of several charges the last one is the one too many. */
export function findingToWire({ name, kind, ours, theirs }: Finding) {
  const last = theirs.at(-1) ?? null;
  return {
    finding: name,
    kind,
    reference: last?.reference ?? ours?.reference ?? null,
    our_id: ours?.ourId ?? last?.ourId ?? null,
    object_id: ours?.objectId ?? null,
    payment_id: ours?.paymentId ?? null,
    ours: ours && { ...recordToWire(ours), internal_state: ours.internalState },
    theirs: last && recordToWire(last),
  };
}
