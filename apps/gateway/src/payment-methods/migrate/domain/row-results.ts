import { errorBody, type Refusal } from '@payorch/contracts';
import { shownNumber } from './migrated-number';
import type { Migration } from './migration';

/** A row that was not stored because something was away may simply be sent again. */
export function errorText(refusal: Refusal): string {
  const { status, body } = errorBody(refusal);
  const message = body.error['message'] ?? '';
  return status >= 500 && status !== 501 ? `${message}: send the row again` : message;
}

/** What of a migration was stored; null where the request has nothing of it. */
export const migratedParts = ({ card, references, networkTransactionId }: Omit<Migration, 'fields'>) => ({
  card_migrated: card && card.number.kind === 'whole',
  network_token_migrated: null,
  connector_mandate_details_migrated: references.length > 0 ? true : null,
  network_transaction_id_migrated: networkTransactionId === null ? null : true,
});

const nothingMigrated = {
  card_migrated: null,
  network_token_migrated: null,
  connector_mandate_details_migrated: null,
  network_transaction_id_migrated: null,
};

/** What the result of a row shows of its migration, whatever becomes of it: nothing of a row that could not be read. */
export const shownMigration = (migration: Migration | null) => ({
  payment_method: migration?.fields.paymentMethod ?? null,
  payment_method_type: migration?.fields.paymentMethodType ?? null,
  customer_id: migration?.fields.customerId ?? null,
  card_number_masked: migration?.card ? shownNumber(migration.card.number) : null,
});

/** A row of a file of migrations, without the number of its card. */
export interface MigratedRow {
  readonly line: number;
  readonly shown: ReturnType<typeof shownMigration>;
  readonly parts: ReturnType<typeof migratedParts> | null;
}

export const migratedView = ({ line, shown, parts }: MigratedRow, paymentMethodId: string): object => ({
  line_number: line,
  payment_method_id: paymentMethodId,
  ...shown,
  migration_status: 'Success',
  migration_error: null,
  ...parts,
});

export const notMigratedView = ({ line, shown }: MigratedRow, error: string): object => ({
  line_number: line,
  payment_method_id: null,
  ...shown,
  migration_status: 'Failed',
  migration_error: error,
  ...nothingMigrated,
});

/** `record`: what the owner shows of the payment method after the change. */
export const updatedView = (line: number, record: object): object => ({
  line_number: line,
  ...record,
  update_status: 'Success',
  update_error: null,
});

export const notUpdatedView = (line: number, paymentMethodId: string | null, error: string): object => ({
  line_number: line,
  payment_method_id: paymentMethodId,
  status: null,
  network_transaction_id: null,
  connector_mandate_details: null,
  update_status: 'Failed',
  update_error: error,
});
