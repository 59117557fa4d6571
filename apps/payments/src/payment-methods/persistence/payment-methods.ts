import type { MerchantId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import type { Sql, Statement, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, numbered } from '@payorch/platform/postgres';
import type { PaymentMethod } from '../domain/payment-method';
import { paymentMethodFromRow, paymentMethodToRow } from './payment-method.mapper';
import { PaymentMethodRow } from './payment-method.rows';

const columns = columnsOf(PaymentMethodRow);

/** The saved payment methods that the payments of a batch name, and those that the batch saves. */
export class BatchPaymentMethods {
  /** By message key. */
  private readonly known = new Map<string, PaymentMethod>();
  private readonly savedByKey = new Map<string, PaymentMethod>();

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

/** The statement that saves what a batch saved; none where it saved nothing. */
export const paymentMethodWrites = ({ saved }: BatchPaymentMethods): readonly Statement[] =>
  saved.length > 0 ? [{ text: saveStatement, params: [JSON.stringify(saved.map(paymentMethodToRow))] }] : [];
