import type { Currency } from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsToJson } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { type RowSeals, SealedColumn } from '@payorch/platform/sealing';
import type { Mandate } from '../domain/mandate';
import type { MandateRow } from './mandate.rows';

/** Where and with what the customer accepted. */
export const acceptanceColumn = new SealedColumn('mandates.customer_acceptance', ['online']);

export const mandateToRow = (
  seals: RowSeals,
  { account, terms, reference, ...mandate }: Mandate,
): WrittenRow<MandateRow> => ({
  merchant_id: mandate.merchantId,
  mandate_id: mandate.mandateId,
  version: mandate.version,
  profile_id: mandate.profileId,
  customer_id: mandate.customerId,
  payment_method_id: mandate.paymentMethodId,
  payment_id: mandate.paymentId,
  attempt_id: mandate.attemptId,
  connector: account.connector,
  merchant_connector_id: account.merchantConnectorId,
  mandate_reference: reference.mandateReference,
  customer_reference: reference.customerReference,
  status: mandate.status,
  mandate_type: terms.use,
  limit_amount: terms.limit && minorUnitsToJson(terms.limit.amount),
  currency: terms.limit && terms.limit.currency,
  start_date: terms.startDate,
  end_date: terms.endDate,
  captured_amount: minorUnitsToJson(mandate.captured),
  reserved_amount: minorUnitsToJson(mandate.reserved),
  customer_acceptance:
    mandate.customerAcceptance &&
    acceptanceColumn.write(seals, mandate.customerAcceptance, {
      merchantId: mandate.merchantId,
      objectId: mandate.mandateId,
    }),
  revocation: mandate.revocation,
  created_at: mandate.createdAt,
  modified_at: mandate.modifiedAt,
});

const timeOf = (stored: Date | string | null): string | null =>
  stored === null ? null : new Date(stored).toISOString();

export const mandateFromRow = (seals: RowSeals, row: StoredRow<MandateRow>): Mandate => ({
  merchantId: row.merchant_id as Mandate['merchantId'],
  mandateId: row.mandate_id,
  version: row.version,
  profileId: row.profile_id as Mandate['profileId'],
  customerId: row.customer_id as Mandate['customerId'],
  paymentMethodId: row.payment_method_id,
  paymentId: row.payment_id as Mandate['paymentId'],
  attemptId: row.attempt_id as Mandate['attemptId'],
  account: {
    connector: row.connector,
    merchantConnectorId: row.merchant_connector_id as Mandate['account']['merchantConnectorId'],
  },
  reference: { mandateReference: row.mandate_reference, customerReference: row.customer_reference },
  status: row.status as Mandate['status'],
  terms: {
    use: row.mandate_type as Mandate['terms']['use'],
    limit:
      row.limit_amount === null
        ? null
        : { amount: minorUnitsFromColumn(row.limit_amount), currency: row.currency as Currency },
    startDate: timeOf(row.start_date),
    endDate: timeOf(row.end_date),
  },
  captured: minorUnitsFromColumn(row.captured_amount),
  reserved: minorUnitsFromColumn(row.reserved_amount),
  customerAcceptance:
    row.customer_acceptance &&
    (acceptanceColumn.read(seals, row.customer_acceptance, {
      merchantId: row.merchant_id,
      objectId: row.mandate_id,
    }) as Mandate['customerAcceptance']),
  revocation: row.revocation as Mandate['revocation'],
  createdAt: new Date(row.created_at),
  modifiedAt: new Date(row.modified_at),
});
