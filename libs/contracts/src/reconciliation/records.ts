import {
  accountRef,
  connectedAccount,
  disputeId,
  merchantConnectorId,
  merchantId,
  paymentId,
  payoutId,
  processorRecord,
  recordKind,
  refundId,
  timestamp,
} from '@payorch/values';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { topics } from '../messages/topics';

/** At or after `from` and before `till`. */
const period = { from: timestamp, till: timestamp };

/**
 * Reads one page of what the processor lists of one kind, created in a period. Moves nothing. `kind: payout` of a processor without
 * payouts is an empty page. Reply: `RecordPage`.
 */
export const connectorRecordsFetch = defineMessage({
  topic: topics.connectorWebhooks.name,
  type: 'connector.records_fetch',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({
    merchantId,
    account: accountRef,
    kind: recordKind,
    /** Lists what belongs to it: a direct charge, its refunds and disputes are in no other list. */
    connectedAccount,
    ...period,
    /** The `next` of the previous page; null: the first page. */
    cursor: z.string().nullable(),
  }),
});

/** failed: the processor did not answer, or has no such list (`NO_LIST`). */
export const recordPage = z.union([
  z.object({ kind: z.literal('page'), records: z.array(processorRecord), next: z.string().nullable() }),
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
]);
export type RecordPage = z.infer<typeof recordPage>;

/** The same object, as its owner has it. */
export const ownRecord = processorRecord.extend({
  /** Null: the processor has not named it to us yet. */
  reference: z.string().nullable(),
  /** The id by which the processor may name it (`ProcessorRecord.ourId`). */
  ourId: z.string(),
  /** The id of the payment, the refund, the dispute or the payout in the interface. */
  objectId: z.union([paymentId, refundId, disputeId, payoutId]),
  /** Of a payment, a refund and a dispute. */
  paymentId: paymentId.nullable(),
  /** The connected account of a direct charge: only its list has the object. */
  connectedAccount,
  /** Whether we still wait for an outcome. */
  isWaiting: z.boolean(),
  /** The internal state (docs/machines.md). */
  internalState: z.string(),
});
export type OwnRecord = z.infer<typeof ownRecord>;

export const ownRecordPage = z.object({ records: z.array(ownRecord), next: z.string().nullable() });
export type OwnRecordPage = z.infer<typeof ownRecordPage>;

/** A page of at most this many records. */
export const recordsPerPage = 500;
/** So many names, and so many findings, are in one request of the interface, whose bodies have 32 KB. */
export const namesPerRequest = 80;
export const findingsPerReport = 30;

/** period: in order of creation. named: those with one of these ids of the processor or of ours, of any time; one page. */
const wanted = z.union([
  z.object({ by: z.literal('period'), ...period, cursor: z.string().nullable() }),
  z.object({
    by: z.literal('named'),
    references: z.array(z.string()).max(recordsPerPage),
    ourIds: z.array(z.string()).max(recordsPerPage),
  }),
]);

const ofAccount = { merchantId, merchantConnectorId, wanted };

/** Lists payments or disputes of one connector account. Attempts that were never sent to it are left out. Reply: `OwnRecordPage`. */
export const paymentListRecords = defineMessage({
  topic: topics.paymentsOps.name,
  type: 'payment.list_records',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ ...ofAccount, kind: z.enum(['payment', 'dispute']) }),
});

/** The same for refunds. */
export const refundListRecords = defineMessage({
  topic: topics.refundsOps.name,
  type: 'refund.list_records',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object(ofAccount),
});

/** The same for payouts. */
export const payoutListRecords = defineMessage({
  topic: topics.payoutsOps.name,
  type: 'payout.list_records',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object(ofAccount),
});
