import type { OwnRecord, ProcessorRecord } from '@payorch/contracts';

/** A record of a processor in the form of the interface. */
export const processorRecordJson = (record: ProcessorRecord) => ({
  kind: record.kind,
  reference: record.reference,
  charge_reference: record.chargeReference,
  our_id: record.ourId,
  state: record.state,
  amount: record.amount,
  moved: record.moved,
  currency: record.currency,
  created_at: record.createdAt,
});

/** A record of ours in the form of the interface. */
export const ownRecordJson = ({
  reference,
  objectId,
  paymentId,
  connectedAccount,
  isWaiting,
  internalState,
  ...record
}: OwnRecord) => ({
  ...processorRecordJson({ ...record, reference: '' }),
  reference,
  object_id: objectId,
  payment_id: paymentId,
  connected_account: connectedAccount ?? null,
  is_waiting: isWaiting,
  internal_state: internalState,
});
