import type { DisputeFact, DisputeSyncOperation } from '@payorch/connector-kit';
import { unknown } from '@payorch/connector-kit';
import { disputeStage, disputeStatus, type Outcome } from '@payorch/contracts';
import { z } from 'zod';
import { moneyOf, refusal } from './wire';

const time = z.iso.datetime({ offset: true });

/** The processor's dispute in all of its answers and notices. Stages and statuses are the interface's own. */
export const dispute = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  /** The operation id of the payment. */
  reference: z.string().nullable(),
  stage: disputeStage,
  status: disputeStatus,
  amount: z.int().min(0),
  currency: z.string(),
  refundable: z.boolean(),
  reason: z.string().nullable(),
  reason_code: z.string().nullable(),
  challenge_by: time.nullable(),
  opened: time,
  updated: time,
  /** The merchant's answers, by the operation ids of their calls. */
  answers: z.array(z.object({ kind: z.string(), reference: z.string() })),
});
export type WireDispute = z.infer<typeof dispute>;
export const disputeAnswer = z.union([dispute, refusal]);

const isoOf = (at: string): string => new Date(at).toISOString();

/** Undefined for a currency that we do not know. */
export function disputeFactOf(wire: WireDispute): DisputeFact | undefined {
  const money = moneyOf(wire.amount, wire.currency);
  if (!money) return undefined;
  const { id: reference, stage, status, refundable, reason, reason_code: reasonCode, challenge_by: by } = wire;
  return {
    charge: { reference: wire.payment_id, operationIds: wire.reference === null ? [] : [wire.reference] },
    dispute: {
      reference,
      stage,
      status,
      money,
      refundable,
      connectorStatus: status,
      reason,
      reasonCode,
      challengeBy: by === null ? null : isoOf(by),
      openedAt: isoOf(wire.opened),
      updatedAt: isoOf(wire.updated),
    },
  };
}

/** The outcome of an answer to a dispute. */
export function disputeOf(wire: WireDispute): Outcome {
  const fact = disputeFactOf(wire);
  return fact
    ? { kind: 'disputed', reference: wire.id, dispute: fact.dispute }
    : unknown('UNSEEN_CURRENCY', 'The processor reports a currency that we do not know', wire.id);
}

/** The outcome of a lookup: the processor lists every answer that it has. */
export const answeredOf = (wire: WireDispute, { id, flow }: DisputeSyncOperation): Outcome =>
  flow === null || wire.answers.some(({ reference }) => reference === id) ? disputeOf(wire) : { kind: 'absent' };
