import { z } from 'zod';
import { timestamp } from './json';
import { moneyWire } from './money';

/** What a reconciliation compares. Captures are compared by the sums of their payments. */
export const recordKinds = ['payment', 'refund', 'dispute', 'payout'] as const;
export const recordKind = z.enum(recordKinds);
export type RecordKind = z.infer<typeof recordKind>;

/**
 * pending: no outcome yet. authorized: the money is reserved. succeeded: it moved, at least a part. failed and canceled: it did not.
 * open, won and lost: of a dispute.
 */
export const recordState = z.enum(['pending', 'authorized', 'succeeded', 'failed', 'canceled', 'open', 'won', 'lost']);
export type RecordState = z.infer<typeof recordState>;

/** A payment, a refund, a dispute or a payout, as the processor's list or its settlement file has it. */
export const processorRecord = z.object({
  kind: recordKind,
  /** The processor's id of it. */
  reference: z.string().min(1),
  /** The processor's id of the payment that a refund or a dispute belongs to. */
  chargeReference: z.string().nullable(),
  /** Our id that we sent with it, as the processor shows it: finds what was made by a call whose answer we never got. */
  ourId: z.string().nullable(),
  state: recordState,
  /** Of a payment the authorized sum, of a dispute the disputed one. Null: a settlement file has only what moved. */
  amount: z.int().nonnegative().nullable(),
  /**
   * What moved, in minor units like `amount`: captured, refunded, paid out, or taken by the dispute (0 of an inquiry and of a won one).
   */
  moved: z.int().nonnegative(),
  currency: moneyWire.shape.currency,
  createdAt: timestamp,
});
export type ProcessorRecord = z.infer<typeof processorRecord>;
