import type { CustomerId, MerchantId } from '@payorch/kernel';
import { keyOf, minorUnits } from '@payorch/kernel';
import type { Sql, Statement, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, numbered } from '@payorch/platform/postgres';
import type { Mandate, MandateUse } from '../domain/mandate';
import { mandateFromRow, mandateToRow, mandateUseToRow } from './mandate.mapper';
import { MandateRow } from './mandate.rows';

const columns = columnsOf(MandateRow);

/** The mandates that the payments of a batch name, and what the batch changes of them. */
export class BatchMandates {
  /** By message key. */
  private readonly known = new Map<string, Mandate>();
  readonly created: Mandate[] = [];
  readonly uses: MandateUse[] = [];

  constructor(loaded: readonly Mandate[] = []) {
    for (const mandate of loaded) this.know(mandate);
  }

  find(merchantId: MerchantId, mandateId: string): Mandate | undefined {
    return this.known.get(keyOf(merchantId, mandateId));
  }

  /** Whether the customer has an active mandate after the earlier messages of the batch; `stored`: those that the database has. */
  isAnyActive(merchantId: MerchantId, customerId: CustomerId, stored: readonly string[]): boolean {
    const isActive = (mandateId: string): boolean =>
      (this.find(merchantId, mandateId)?.status ?? 'active') === 'active';
    const created = this.created.filter((one) => one.merchantId === merchantId && one.customerId === customerId);
    return [...stored, ...created.map(({ mandateId }) => mandateId)].some(isActive);
  }

  create(mandate: Mandate): void {
    this.created.push(mandate);
    this.know(mandate);
  }

  /** Later messages of the batch see the use. */
  use(use: MandateUse): void {
    this.uses.push(use);
    const mandate = this.find(use.merchantId, use.mandateId);
    if (!mandate) return;
    this.know({
      ...mandate,
      reserved: minorUnits(mandate.reserved + use.reserved),
      captured: minorUnits(mandate.captured + use.captured),
      status: use.revoke ? 'revoked' : mandate.status,
    });
  }

  private know(mandate: Mandate): void {
    this.known.set(keyOf(mandate.merchantId, mandate.mandateId), mandate);
  }
}

/** Locks mandates in the order of their ids, so that concurrent payments check a limit one after the other. */
export async function lockMandates(
  sql: Sql,
  merchants: readonly string[],
  mandateIds: readonly string[],
): Promise<Mandate[]> {
  const rows = await sql.query<StoredRow<MandateRow>>(
    `SELECT ${columns.list} FROM mandates WHERE (merchant_id, mandate_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
     ORDER BY merchant_id, mandate_id FOR UPDATE`,
    [merchants, mandateIds],
  );
  return rows.map(mandateFromRow);
}

const createStatement = numbered(`${columns.insertFromJson} ON CONFLICT DO NOTHING`);

/** All uses of a mandate in a batch, as one change. */
const useStatement = `
  UPDATE mandates m SET
    reserved_amount = reserved_amount + u.reserved, captured_amount = captured_amount + u.captured,
    status = CASE WHEN u.revoke THEN 'revoked' ELSE status END, modified_at = now()
  FROM (
    SELECT merchant_id, mandate_id, sum(reserved) AS reserved, sum(captured) AS captured, bool_or(revoke) AS revoke
    FROM jsonb_to_recordset($1) AS r(merchant_id text, mandate_id text, reserved bigint, captured bigint, revoke boolean)
    GROUP BY merchant_id, mandate_id
  ) u
  WHERE m.merchant_id = u.merchant_id AND m.mandate_id = u.mandate_id`;

/** The statements of what a batch changes; none where it changes nothing. */
export const mandateWrites = ({ created, uses }: BatchMandates): readonly Statement[] => [
  ...(created.length > 0 ? [{ text: createStatement, params: [JSON.stringify(created.map(mandateToRow))] }] : []),
  ...(uses.length > 0 ? [{ text: useStatement, params: [JSON.stringify(uses.map(mandateUseToRow))] }] : []),
];
