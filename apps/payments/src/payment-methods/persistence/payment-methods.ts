import type { MerchantId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import type { Sql, Statement, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, numbered } from '@payorch/platform/postgres';
import type { PaymentMethod } from '../domain/payment-method';
import { paymentMethodFromRow, paymentMethodToRow } from './payment-method.mapper';
import { PaymentMethodRow } from './payment-method.rows';

const columns = columnsOf(PaymentMethodRow);

/** A reference that the processor charges no more: the mandate that it belongs to was revoked there. */
export interface EndedReference {
  readonly merchantId: MerchantId;
  readonly paymentMethodId: string;
  readonly merchantConnectorId: string;
  readonly mandateReference: string;
}

/** The saved payment methods that the payments of a batch name, and those that the batch saves. */
export class BatchPaymentMethods {
  /** By message key. */
  private readonly known = new Map<string, PaymentMethod>();
  private readonly savedByKey = new Map<string, PaymentMethod>();
  readonly ended: EndedReference[] = [];

  constructor(loaded: readonly PaymentMethod[] = []) {
    for (const paymentMethod of loaded) this.known.set(keyIn(paymentMethod), paymentMethod);
  }

  find(merchantId: MerchantId, paymentMethodId: string): PaymentMethod | undefined {
    return this.known.get(keyOf(merchantId, paymentMethodId));
  }

  /** Later messages of the batch see it. */
  save(paymentMethod: PaymentMethod): void {
    this.savedByKey.set(keyIn(paymentMethod), paymentMethod);
    this.known.set(keyIn(paymentMethod), paymentMethod);
  }

  /** Those of the database, and those of the batch. */
  get all(): readonly PaymentMethod[] {
    return [...this.known.values()];
  }

  /** Later messages of the batch charge the reference no more. */
  forgetReference(ended: EndedReference): void {
    this.ended.push(ended);
    const known = this.find(ended.merchantId, ended.paymentMethodId);
    const reference = known?.references[ended.merchantConnectorId];
    if (!known || reference?.mandateReference !== ended.mandateReference) return;
    const references = { ...known.references, [ended.merchantConnectorId]: { ...reference, mandateReference: null } };
    this.known.set(keyIn(known), { ...known, references });
  }

  get saved(): readonly PaymentMethod[] {
    return [...this.savedByKey.values()];
  }
}

const keyIn = ({ merchantId, paymentMethodId }: PaymentMethod): string => keyOf(merchantId, paymentMethodId);

export async function findPaymentMethods(
  sql: Sql,
  merchants: readonly string[],
  paymentMethodIds: readonly string[],
): Promise<PaymentMethod[]> {
  const rows = await sql.query<StoredRow<PaymentMethodRow>>(
    `SELECT ${columns.list} FROM payment_methods
     WHERE (merchant_id, payment_method_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [merchants, paymentMethodIds],
  );
  return rows.map(paymentMethodFromRow);
}

const saveStatement = numbered(`
  ${columns.insertFromJson}
  ON CONFLICT (${columns.key}) DO UPDATE SET
    status = excluded.status, method = excluded.method, modified_at = excluded.modified_at,
    processor_references = payment_methods.processor_references || excluded.processor_references,
    network_transaction_id = COALESCE(excluded.network_transaction_id, payment_methods.network_transaction_id)`);

/** A reference that a later payment has replaced stays. */
const endStatement = `
  UPDATE payment_methods p
  SET processor_references = jsonb_set(processor_references, ARRAY[e."merchantConnectorId", 'mandateReference'], 'null'),
    modified_at = now()
  FROM jsonb_to_recordset($1) AS e("merchantId" text, "paymentMethodId" text, "merchantConnectorId" text, "mandateReference" text)
  WHERE p.merchant_id = e."merchantId" AND p.payment_method_id = e."paymentMethodId"
    AND processor_references #>> ARRAY[e."merchantConnectorId", 'mandateReference'] = e."mandateReference"`;

/** The statements of what a batch saved and ended; none where it did neither. */
export const paymentMethodWrites = ({ saved, ended }: BatchPaymentMethods): readonly Statement[] => [
  ...(saved.length > 0 ? [{ text: saveStatement, params: [JSON.stringify(saved.map(paymentMethodToRow))] }] : []),
  ...(ended.length > 0 ? [{ text: endStatement, params: [JSON.stringify(ended)] }] : []),
];
