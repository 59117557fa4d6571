import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import type { Dispute } from '../domain/dispute';
import type { DisputeState } from '../domain/dispute.machine';
import type { DisputeRow } from './dispute.rows';

/** Columns are for searches and constraints; the body has the fields that are only read with the dispute. */
export const disputeToRow = (dispute: Dispute): WrittenRow<DisputeRow> => ({
  merchant_id: dispute.merchantId,
  dispute_id: dispute.disputeId,
  version: dispute.version,
  profile_id: dispute.profileId,
  state: dispute.state,
  created_at: dispute.createdAt,
  modified_at: dispute.modifiedAt,
  body: {},
});

export const disputeFromRow = (row: StoredRow<DisputeRow>): Dispute => ({
  merchantId: row.merchant_id as MerchantId,
  disputeId: row.dispute_id,
  profileId: row.profile_id as ProfileId,
  version: row.version,
  state: row.state as DisputeState,
  createdAt: new Date(row.created_at),
  modifiedAt: new Date(row.modified_at),
});
