import type { CustomerId, MerchantId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import type { Sql, Statement, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, VersionedRows } from '@payorch/platform/postgres';
import type { Mandate } from '../domain/mandate';
import { mandateFromRow, mandateToRow } from './mandate.mapper';
import { MandateRow } from './mandate.rows';

const columns = columnsOf(MandateRow);

/** The mandates of a batch. Payments and the commands about a mandate change the same ones, each after the other. */
export class BatchMandates {
  /** By message key. */
  private readonly known = new Map<string, Mandate>();
  private readonly loaded = new Map<string, Mandate>();
  /** Mandates whose revocation needs a person. */
  readonly incidents: Mandate[] = [];

  constructor(loaded: readonly Mandate[] = []) {
    for (const mandate of loaded) this.loaded.set(keyIn(mandate), mandate);
    this.known = new Map(this.loaded);
  }

  find(merchantId: MerchantId, mandateId: string): Mandate | undefined {
    return this.known.get(keyOf(merchantId, mandateId));
  }

  /** Later messages of the batch see it. */
  put(mandate: Mandate): void {
    this.known.set(keyIn(mandate), mandate);
  }

  /** Whether the customer has an active mandate after the earlier messages of the batch; `stored`: those that the database has. */
  isAnyActive(merchantId: MerchantId, customerId: CustomerId, stored: readonly string[]): boolean {
    const isActive = (mandateId: string): boolean =>
      (this.find(merchantId, mandateId)?.status ?? 'active') === 'active';
    const created = this.created.filter((one) => one.merchantId === merchantId && one.customerId === customerId);
    return [...stored, ...created.map(({ mandateId }) => mandateId)].some(isActive);
  }

  get created(): readonly Mandate[] {
    return [...this.known].flatMap(([key, mandate]) => (this.loaded.has(key) ? [] : [mandate]));
  }

  /** The changed mandates, each with the version that its row must still have. */
  get changed(): readonly { readonly mandate: Mandate; readonly version: number }[] {
    return [...this.loaded].flatMap(([key, before]) => {
      const mandate = this.known.get(key)!;
      return mandate === before ? [] : [{ mandate, version: before.version }];
    });
  }
}

const keyIn = ({ merchantId, mandateId }: Mandate): string => keyOf(merchantId, mandateId);

/** Locks mandates in the order of their ids, so that concurrent payments check a limit one after the other. */
export async function lockMandates(
  sql: Sql,
  merchants: readonly string[],
  mandateIds: readonly string[],
  purpose: 'writing' | 'reading' = 'writing',
): Promise<Mandate[]> {
  const found = await sql.query<StoredRow<MandateRow>>(
    `SELECT ${columns.list} FROM mandates WHERE (merchant_id, mandate_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
     ORDER BY merchant_id, mandate_id ${purpose === 'writing' ? 'FOR UPDATE' : ''}`,
    [merchants, mandateIds],
  );
  return found.map(mandateFromRow);
}

const rows = new VersionedRows(columns);

/** One incident of a mandate, under the attempt that set it up. */
const openIncidents = `
  INSERT INTO incidents (merchant_id, attempt_id, payment_id, kind)
  SELECT "merchantId", "attemptId", "paymentId", 'revocation_unknown'
  FROM jsonb_to_recordset($1) AS r("merchantId" text, "attemptId" text, "paymentId" text)
  ON CONFLICT DO NOTHING`;

const incidentOf = ({ merchantId, attemptId, paymentId }: Mandate): object => ({ merchantId, attemptId, paymentId });

/** The statements of what a batch changes; none where it changes nothing. */
export function mandateWrites({ created, changed, incidents }: BatchMandates): readonly Statement[] {
  const saved = rows.writes(
    created.map(mandateToRow),
    changed.map(({ mandate, version }) => ({ row: mandateToRow(mandate), version })),
  );
  if (saved.length === 0) return [];
  return [
    ...saved,
    ...(incidents.length > 0 ? [{ text: openIncidents, params: [JSON.stringify(incidents.map(incidentOf))] }] : []),
  ];
}
