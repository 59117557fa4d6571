import {
  disputeId,
  disputeKey,
  disputeStage,
  disputeStatus,
  evidenceFile,
  evidenceType,
  fileId,
  keyOfPayment,
  merchantConnectorId,
  merchantId,
  moneyWire,
  paymentId,
  timestamp,
} from '@payorch/values';
import type { DisputeId, MerchantId } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { topics } from '../messages/topics';

const about = { merchantId, disputeId };

const command = <Data extends { merchantId: MerchantId; disputeId: DisputeId }, const Type extends string>(
  type: Type,
  data: z.ZodType<Data>,
) => defineMessage({ topic: topics.paymentsCommands.name, type, version: 1, kind: 'command', key: disputeKey, data });

/** Accepts a dispute at its processor. Reply: the dispute in the form of the interface. */
export const disputeAccept = command('dispute.accept', z.object(about));

/** Submits evidence to the processor: the texts by their names in the interface, and the files. Reply: the dispute. */
export const disputeSubmit = command(
  'dispute.submit_evidence',
  z.object({ ...about, texts: z.record(z.string(), z.string()), files: z.array(evidenceFile) }),
);

/** Attaches a stored file as evidence; one file of each type. Reply: the file's id, as the interface shows it. */
export const disputeAttach = command('dispute.attach_evidence', z.object({ ...about, evidenceType, fileId }));

/** Detaches the file of a type. Reply: an empty body. */
export const disputeDetach = command('dispute.delete_evidence', z.object({ ...about, evidenceType }));

/** `force_sync`: reads the dispute at its processor, where its status allows it, then replies with it. */
export const disputeSync = command('dispute.sync', z.object(about));

/** Checks the result of a command whose reply timed out, as `payment.check` does. */
export const disputeCheck = command('dispute.check', z.object(about));

const query = <Data, const Type extends string>(type: Type, data: z.ZodType<Data>) =>
  defineMessage({ topic: topics.paymentsQueries.name, type, version: 1, kind: 'query', key: () => null, data });

/** Reads a dispute. Reply: the dispute in the form of the interface. */
export const disputeGet = query('dispute.get', z.object(about));

/** Reads the attached files. Reply: `DisputeEvidence`. */
export const disputeEvidenceGet = query('dispute.evidence', z.object(about));
export type DisputeEvidence = Readonly<Partial<Record<z.infer<typeof evidenceType>, z.infer<typeof fileId>>>>;

/** The most disputes of one `dispute.erasable_evidence`. */
export const mostErasableDisputes = 100;

/** Of which of these disputes the evidence must be erased: the customer is deleted, and nothing can be answered any more. */
export const disputeErasableEvidence = query(
  'dispute.erasable_evidence',
  z.object({ merchantId, disputeIds: z.array(disputeId).max(mostErasableDisputes) }),
);
export const erasableEvidence = z.object({ disputeIds: z.array(disputeId) });

/** Filters of a list of disputes; null: no filter. Received at or after `receivedFrom` and before `receivedBefore`. */
export const disputeFilters = z.object({
  receivedFrom: timestamp.nullable(),
  receivedBefore: timestamp.nullable(),
  disputeId: disputeId.nullable(),
  paymentId: paymentId.nullable(),
  /** The profiles that the caller asks for, or is limited to. */
  profileIds: z.array(z.string()).nullable(),
  statuses: z.array(disputeStatus).nullable(),
  stages: z.array(disputeStage).nullable(),
  reason: z.string().nullable(),
  connectors: z.array(z.string()).nullable(),
  currencies: z.array(z.string()).nullable(),
  merchantConnectorId: merchantConnectorId.nullable(),
});
export type DisputeFilters = z.infer<typeof disputeFilters>;

/** Lists disputes, the newest first. Reply: a list of disputes in the form of the interface. */
export const disputeList = query(
  'dispute.list',
  z.object({ merchantId, filters: disputeFilters, limit: z.int().min(1).max(100), offset: z.int().min(0) }),
);

/** Counts disputes by status. Reply: `status_with_count` of the interface, with every status. */
export const disputeAggregate = query(
  'dispute.aggregate',
  z.object({
    merchantId,
    /** The profile that the caller is limited to. */
    profileId: z.string().nullable(),
    receivedFrom: timestamp,
    receivedBefore: timestamp.nullable(),
  }),
);

/**
 * Notes what a dispute took of a payment, of which `charged` was captured: `taken` is not refunded as well. 0: the dispute was won, or took nothing. Of several notes
 * of a dispute the one with the highest version holds.
 */
export const refundsNoteDispute = defineMessage({
  topic: topics.refundsCommands.name,
  type: 'refunds.note_dispute',
  version: 1,
  kind: 'command',
  key: keyOfPayment,
  data: z.object({ ...about, paymentId, version: z.int().min(1), charged: moneyWire, taken: moneyWire }),
});
