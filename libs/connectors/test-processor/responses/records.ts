import { amountsOf, entryOf, recordOfDispute } from '@payorch/connector-kit';
import type { ProcessorRecord, RecordState } from '@payorch/contracts';
import { zero } from '@payorch/kernel';
import { z } from 'zod';
import { dispute, disputeFactOf } from './dispute-status';
import { moneyOf, payment, payout, refund } from './wire';

const created = z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString());

const listedPayment = payment.extend({ created, attempt_reference: z.string().nullable() });
const listedRefund = refund.extend({ created, payment_id: z.string().nullable() });
const listedPayout = payout.extend({ created, merchant_reference: z.string().nullable() });

const paymentStates: Readonly<Record<string, RecordState>> = {
  succeeded: 'succeeded',
  requires_capture: 'authorized',
  processing: 'pending',
  failed: 'failed',
  voided: 'canceled',
};

/** The received amount stays when the whole charge is voided, which is the only way that a charge ends as voided. */
function recordOfPayment(wire: z.infer<typeof listedPayment>): ProcessorRecord | undefined {
  const state = entryOf(paymentStates, wire.status);
  const authorized = moneyOf(wire.amount, wire.currency);
  const received = moneyOf(wire.amount_received ?? 0, wire.currency);
  if (!state || !authorized || !received) return undefined;
  const moved = state === 'canceled' ? zero(received.currency) : received;
  return {
    kind: 'payment',
    reference: wire.id,
    chargeReference: null,
    ourId: wire.attempt_reference,
    state: moved.amount > 0n ? 'succeeded' : state,
    ...amountsOf(authorized, moved),
    createdAt: wire.created,
  };
}

const refundStates: Readonly<Record<string, RecordState>> = {
  succeeded: 'succeeded',
  processing: 'pending',
  failed: 'failed',
};

/** Of a refund or a payout: its sum has moved where it succeeded. */
function recordOf(
  kind: 'refund' | 'payout',
  { id, status, currency, created }: Pick<z.infer<typeof listedPayout>, 'id' | 'status' | 'currency' | 'created'>,
  { amount, ...named }: { readonly amount: number } & Pick<ProcessorRecord, 'chargeReference' | 'ourId'>,
): ProcessorRecord | undefined {
  const state = entryOf(kind === 'refund' ? refundStates : payoutStates, status);
  const sum = moneyOf(amount, currency);
  if (!state || !sum) return undefined;
  const moved = state === 'succeeded' ? sum : undefined;
  return { kind, reference: id, ...named, state, ...amountsOf(sum, moved), createdAt: created };
}

/** What is on its way has no outcome yet. Money that came back did not move in the end. */
const payoutStates: Readonly<Record<string, RecordState>> = {
  created: 'pending',
  processing: 'pending',
  in_transit: 'pending',
  paid: 'succeeded',
  failed: 'failed',
  reversed: 'failed',
  cancelled: 'canceled',
};

/** One kind of object: its schema, and what it is to a reconciliation; undefined: it has a status or a currency that we do not know. */
export interface ListedKind<Wire extends { readonly id: string }> {
  readonly wire: z.ZodType<Wire>;
  readonly recordOf: (wire: Wire) => ProcessorRecord | undefined;
}

export const payments = { wire: listedPayment, recordOf: recordOfPayment };
export const refunds: ListedKind<z.infer<typeof listedRefund>> = {
  wire: listedRefund,
  recordOf: (wire) => {
    const { refund_amount: amount, payment_id: chargeReference, reference: ourId = null } = wire;
    return recordOf('refund', wire, { amount, chargeReference, ourId });
  },
};
export const payouts: ListedKind<z.infer<typeof listedPayout>> = {
  wire: listedPayout,
  recordOf: (wire) => {
    const { amount, merchant_reference: ourId } = wire;
    return recordOf('payout', wire, { amount, chargeReference: null, ourId });
  },
};
export const disputes: ListedKind<z.infer<typeof dispute>> = {
  wire: dispute,
  recordOf: (one) => {
    const fact = disputeFactOf(one);
    return fact && recordOfDispute(fact);
  },
};
