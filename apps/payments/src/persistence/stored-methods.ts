import type { PaymentFields } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { keyOf, minorUnits } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql, Statement, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, numbered } from '@payorch/platform/postgres';
import type { Effect } from '../domain/decision';
import type { Mandate, MandateUse, PaymentMethod } from '../domain/stored-method';
import {
  mandateFromRow,
  mandateToRow,
  mandateUseToRow,
  paymentMethodFromRow,
  paymentMethodToRow,
} from './stored-method.mapper';
import { MandateRow, PaymentMethodRow } from './stored-method.rows';

const methods = columnsOf(PaymentMethodRow);
const mandates = columnsOf(MandateRow);

/** The saved payment methods and mandates that a batch names, by message key, and the writes that it leaves. */
export class StoredMethods {
  readonly paymentMethods = new Map<string, PaymentMethod>();
  readonly mandates = new Map<string, Mandate>();
  readonly saved = new Map<string, PaymentMethod>();
  readonly newMandates: Mandate[] = [];
  readonly uses: MandateUse[] = [];

  /** Collects the writes of a decision; later messages of the batch see them. */
  note(effect: Effect): void {
    switch (effect.kind) {
      case 'save_method': {
        const key = keyOf(effect.stored.merchantId, effect.stored.paymentMethodId);
        this.saved.set(key, effect.stored);
        this.paymentMethods.set(key, effect.stored);
        return;
      }
      case 'create_mandate':
        this.newMandates.push(effect.mandate);
        this.mandates.set(keyOf(effect.mandate.merchantId, effect.mandate.mandateId), effect.mandate);
        return;
      case 'use_mandate':
        this.use(effect.use);
    }
  }

  private use(use: MandateUse): void {
    this.uses.push(use);
    const key = keyOf(use.merchantId, use.mandateId);
    const mandate = this.mandates.get(key);
    if (!mandate) return;
    this.mandates.set(key, {
      ...mandate,
      reserved: minorUnits(mandate.reserved + use.reserved),
      captured: minorUnits(mandate.captured + use.captured),
      status: use.revoke ? 'revoked' : mandate.status,
    });
  }
}

interface Named {
  readonly merchantId: MerchantId;
  readonly fields?: Pick<PaymentFields, 'recurring'>;
}

const idsIn = <Row>(rows: readonly Row[], idOf: (row: Row) => string | undefined, merchantOf: (row: Row) => string) => {
  const found = rows.flatMap((row) => {
    const id = idOf(row);
    return id === undefined ? [] : [[merchantOf(row), id] as const];
  });
  return [found.map(([merchant]) => merchant), found.map(([, id]) => id)];
};

/**
 * Queries the database only where a message of the batch names a saved payment method. Mandates are locked in the order of
 * their ids, so that concurrent payments check a limit one after the other.
 */
export async function loadStoredMethods(sql: Sql, batch: readonly Incoming[]): Promise<StoredMethods> {
  const stored = new StoredMethods();
  const naming = batch.map(({ data }) => data as Named).filter(({ fields }) => fields?.recurring);
  if (naming.length === 0) return stored;
  const merchantOf = ({ merchantId }: Named) => merchantId;
  const mandateIdOf = ({ fields }: Named) =>
    fields?.recurring?.kind === 'mandate' ? fields.recurring.mandateId : undefined;
  const methodIdOf = ({ fields }: Named) =>
    fields?.recurring?.kind === 'payment_method' ? fields.recurring.paymentMethodId : undefined;
  const mandateRows = await sql.query<StoredRow<MandateRow>>(
    `SELECT ${mandates.list} FROM mandates WHERE (merchant_id, mandate_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
     ORDER BY merchant_id, mandate_id FOR UPDATE`,
    idsIn(naming, mandateIdOf, merchantOf),
  );
  const [merchants, ids] = idsIn(naming, methodIdOf, merchantOf);
  const methodRows = await sql.query<StoredRow<PaymentMethodRow>>(
    `SELECT ${methods.list} FROM payment_methods
     WHERE (merchant_id, payment_method_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [
      [...merchants!, ...mandateRows.map((row) => row.merchant_id)],
      [...ids!, ...mandateRows.map((row) => row.payment_method_id)],
    ],
  );
  for (const row of mandateRows)
    stored.mandates.set(keyOf(row.merchant_id as MerchantId, row.mandate_id), mandateFromRow(row));
  for (const row of methodRows)
    stored.paymentMethods.set(keyOf(row.merchant_id as MerchantId, row.payment_method_id), paymentMethodFromRow(row));
  return stored;
}

const saveMethodsStatement = numbered(`
  ${methods.insertFromJson}
  ON CONFLICT (${methods.key}) DO UPDATE SET
    status = excluded.status, method = excluded.method, modified_at = excluded.modified_at,
    processor_references = payment_methods.processor_references || excluded.processor_references,
    network_transaction_id = COALESCE(excluded.network_transaction_id, payment_methods.network_transaction_id)`);

const createMandatesStatement = numbered(`${mandates.insertFromJson} ON CONFLICT DO NOTHING`);

/** All uses of a mandate in a batch, as one change. */
const useMandatesStatement = `
  UPDATE mandates m SET
    reserved_amount = reserved_amount + u.reserved, captured_amount = captured_amount + u.captured,
    status = CASE WHEN u.revoke THEN 'revoked' ELSE status END, modified_at = now()
  FROM (
    SELECT merchant_id, mandate_id, sum(reserved) AS reserved, sum(captured) AS captured, bool_or(revoke) AS revoke
    FROM jsonb_to_recordset($1) AS r(merchant_id text, mandate_id text, reserved bigint, captured bigint, revoke boolean)
    GROUP BY merchant_id, mandate_id
  ) u
  WHERE m.merchant_id = u.merchant_id AND m.mandate_id = u.mandate_id`;

/** The statements of non-empty writes. */
export function storedMethodWrites({ saved, newMandates, uses }: StoredMethods): readonly Statement[] {
  const write = (text: string, rows: readonly object[]): readonly Statement[] =>
    rows.length > 0 ? [{ text, params: [JSON.stringify(rows)] }] : [];
  return [
    ...write(saveMethodsStatement, [...saved.values()].map(paymentMethodToRow)),
    ...write(createMandatesStatement, newMandates.map(mandateToRow)),
    ...write(useMandatesStatement, uses.map(mandateUseToRow)),
  ];
}
