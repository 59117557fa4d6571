import { amountsOf, entryOf } from '@payorch/connector-kit';
import type { ProcessorRecord, RecordState } from '@payorch/contracts';
import { z } from 'zod';
import { moneyOf } from '../amounts';
import { transfer } from './payout-wire';
import { amount, idOf, isoOf, paymentIntent, refund, seconds } from './wire';

export const listedPayment = paymentIntent.extend({ created: seconds });
export const listedRefund = refund.extend({ created: seconds, charge: idOf.catch(null) });
export const listedTransfer = transfer.extend({
  created: seconds,
  amount_reversed: amount,
  source_transaction: idOf.catch(null),
});

type ListedPayment = z.infer<typeof listedPayment>;

const paymentStates: Readonly<Record<string, (payment: ListedPayment) => RecordState>> = {
  succeeded: () => 'succeeded',
  requires_capture: () => 'authorized',
  processing: () => 'pending',
  requires_action: () => 'pending',
  requires_confirmation: () => 'pending',
  // Without an error nothing was attempted yet: the call may still be in flight.
  requires_payment_method: ({ last_payment_error: error }) => (error ? 'failed' : 'pending'),
  canceled: () => 'canceled',
};

interface Named {
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
}

/** What our objects name: a payment its attempt, a transfer its payout, and a refund the operation that is to be found. */
const ourIdOf = ({ metadata }: Named, name: 'order_id' | 'operation_id'): string | null => metadata?.[name] || null;

/** A part that was captured moved, whatever became of the rest: it waits for another capture, or was voided. */
export function recordOfPayment(payment: ListedPayment): ProcessorRecord | undefined {
  const state = entryOf(paymentStates, payment.status)?.(payment);
  const authorized = moneyOf(payment.amount, payment.currency);
  const received = moneyOf(payment.amount_received ?? 0, payment.currency);
  if (!state || !authorized || !received) return undefined;
  return {
    kind: 'payment',
    reference: payment.id,
    chargeReference: null,
    ourId: ourIdOf(payment, 'order_id'),
    state: received.amount > 0n ? 'succeeded' : state,
    ...amountsOf(authorized, received),
    createdAt: isoOf(payment.created),
  };
}

const refundStates: Readonly<Record<string, RecordState>> = {
  succeeded: 'succeeded',
  pending: 'pending',
  requires_action: 'pending',
  failed: 'failed',
  canceled: 'canceled',
};

export function recordOfRefund(wire: z.infer<typeof listedRefund>): ProcessorRecord | undefined {
  const state = entryOf(refundStates, wire.status ?? '');
  const refunded = moneyOf(wire.amount, wire.currency);
  if (!state || !refunded) return undefined;
  return {
    kind: 'refund',
    reference: wire.id,
    // Our charges have a payment intent. A charge without one is another system's.
    chargeReference: wire.payment_intent ?? wire.charge ?? null,
    ourId: ourIdOf(wire, 'operation_id'),
    state,
    ...amountsOf(refunded, state === 'succeeded' ? refunded : undefined),
    createdAt: isoOf(wire.created),
  };
}

/**
 * A transfer to a recipient, with what of it was not reversed. Null for the transfer of a destination charge, which is a part of its
 * payment.
 */
export function recordOfTransfer(wire: z.infer<typeof listedTransfer>): ProcessorRecord | null | undefined {
  if (wire.source_transaction) return null;
  const sent = moneyOf(wire.amount, wire.currency);
  const left = moneyOf(wire.amount - wire.amount_reversed, wire.currency);
  if (!sent || !left) return undefined;
  return {
    kind: 'payout',
    reference: wire.id,
    chargeReference: null,
    ourId: ourIdOf(wire, 'order_id'),
    state: left.amount > 0n ? 'succeeded' : 'canceled',
    ...amountsOf(sent, left),
    createdAt: isoOf(wire.created),
  };
}
