import type { DisputeFact } from '@payorch/connector-kit';
import { entryOf, unknown } from '@payorch/connector-kit';
import type { DisputeStage, DisputeStatus, Outcome } from '@payorch/contracts';
import { moneyOf } from '../amounts';
import { unseen } from './status';
import type { WireDispute } from './dispute-wire';
import { isoOf } from './wire';

/**
 * Stripe's statuses (docs.stripe.com/api/disputes/object). An inquiry has the statuses with `warning`; it becomes a dispute under the
 * same id. A prevented dispute never reached the card network. Until 2023 an inquiry whose charge was refunded had a status of its own.
 * Stripe has no status for an accepted dispute: it is lost, also for those that were accepted here.
 */
const statuses: Readonly<Record<string, readonly [DisputeStage, DisputeStatus]>> = {
  warning_needs_response: ['pre_dispute', 'dispute_opened'],
  warning_under_review: ['pre_dispute', 'dispute_challenged'],
  warning_closed: ['pre_dispute', 'dispute_cancelled'],
  prevented: ['pre_dispute', 'dispute_cancelled'],
  charge_refunded: ['pre_dispute', 'dispute_cancelled'],
  needs_response: ['dispute', 'dispute_opened'],
  under_review: ['dispute', 'dispute_challenged'],
  won: ['dispute', 'dispute_won'],
  lost: ['dispute', 'dispute_lost'],
};

/**
 * A dispute as Stripe has it; undefined if its status or its sum is none that we know. `sentAt`: when Stripe sent the notice, in Unix
 * seconds; null for an answer, since a dispute does not say when it last changed.
 */
export function disputeFactOf(wire: WireDispute, sentAt: number | null): DisputeFact | undefined {
  const known = entryOf(statuses, wire.status);
  const money = moneyOf(wire.amount, wire.currency);
  // Our charges have a payment intent. A charge without one is another system's: its dispute matches none of ours.
  const reference = wire.payment_intent ?? wire.charge;
  if (!known || !money || !reference) return undefined;
  const [stage, status] = known;
  const { due_by: dueBy } = wire.evidence_details ?? {};
  return {
    charge: { reference, operationIds: [] },
    dispute: {
      reference: wire.id,
      stage,
      status,
      money,
      refundable: wire.is_charge_refundable,
      connectorStatus: wire.status,
      reason: wire.reason ?? null,
      reasonCode: wire.payment_method_details?.card?.network_reason_code ?? null,
      challengeBy: typeof dueBy === 'number' ? isoOf(dueBy) : null,
      openedAt: isoOf(wire.created),
      updatedAt: sentAt === null ? null : isoOf(sentAt),
    },
  };
}

/** The outcome of an answer to a dispute. */
export function disputeOf(wire: WireDispute): Outcome {
  const fact = disputeFactOf(wire, null);
  if (fact) return { kind: 'disputed', reference: wire.id, dispute: fact.dispute };
  return entryOf(statuses, wire.status)
    ? unknown('UNSEEN_AMOUNT', 'The processor reports a sum that we cannot read', wire.id)
    : unseen(wire);
}
