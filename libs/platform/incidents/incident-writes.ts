import type { Statement } from '@payorch/platform/postgres';

/** An incident of a payment's attempt, or of a resource in its place. */
export interface OpenedIncident {
  readonly merchant_id: string;
  readonly attempt_id: string;
  readonly payment_id: string;
  readonly kind: string;
}

const open = `
  INSERT INTO incidents (merchant_id, attempt_id, payment_id, kind)
  SELECT merchant_id, attempt_id, payment_id, kind FROM jsonb_populate_recordset(NULL::incidents, $1)
  ON CONFLICT DO NOTHING`;

/** Opens incidents, each once; for resources beside the payment. */
export const incidentWrites = (opened: readonly OpenedIncident[]): readonly Statement[] =>
  opened.length > 0 ? [{ text: open, params: [JSON.stringify(opened)] }] : [];
