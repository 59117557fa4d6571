import type { CollectLink } from '@payorch/contracts';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { type RowSeals, SealedColumn, SealedText } from '@payorch/platform/sealing';
import { fingerprintOf } from '../domain/method';
import type {
  PaymentMethod,
  PaymentMethodDetails,
  PaymentMethodStatus,
  SavedPaymentMethod,
} from '../domain/payment-method';
import type { PaymentMethodRow } from './payment-method.rows';

type Row = WrittenRow<PaymentMethodRow>;

export const methodColumn = new SealedColumn('payment_methods.method', ['card.holderName', 'paymentMethodData']);
export const detailsColumn = new SealedColumn('payment_methods.details', ['nickName', 'metadata', 'billing']);
export const secretColumn = new SealedText('payment_methods.client_secret');

/** A merchant may name its customer in the return address. */
export const collectLinkColumn = new SealedColumn('payment_methods.collect_link', ['returnUrl']);

const placeOf = ({ merchantId, paymentMethodId }: PaymentMethod) => ({ merchantId, objectId: paymentMethodId });
const placeOfRow = (row: StoredRow<PaymentMethodRow>) => ({
  merchantId: row.merchant_id,
  objectId: row.payment_method_id,
});

/** The row of a payment method that a payment saves for the first time. */
export const paymentMethodToRow = (seals: RowSeals, stored: PaymentMethod): Row => ({
  merchant_id: stored.merchantId,
  payment_method_id: stored.paymentMethodId,
  customer_id: stored.customerId,
  status: stored.status,
  method: methodColumn.write(seals, stored.method, placeOf(stored)),
  processor_references: stored.references,
  network_transaction_id: stored.networkTransactionId,
  created_at: stored.createdAt,
  modified_at: stored.modifiedAt,
  version: 1,
  fingerprint: fingerprintOf(stored.method),
  details: null,
  client_secret: null,
  client_secret_expires_at: null,
  collect_link: null,
  last_used_at: stored.modifiedAt,
});

/** The `details` of a row as they are stored. */
export const detailsToColumn = (seals: RowSeals, of: PaymentMethod, details: PaymentMethodDetails): Row['details'] =>
  detailsColumn.write(seals, details, placeOf(of));

export const savedPaymentMethodToRow = (seals: RowSeals, saved: SavedPaymentMethod): Row => ({
  ...paymentMethodToRow(seals, saved),
  version: saved.version,
  details: saved.details && detailsToColumn(seals, saved, saved.details),
  client_secret: saved.clientSecret && secretColumn.write(seals, saved.clientSecret.secret, placeOf(saved)),
  client_secret_expires_at: saved.clientSecret?.expiresAt ?? null,
  collect_link: saved.collectLink ? collectLinkColumn.write(seals, saved.collectLink, placeOf(saved)) : null,
  last_used_at: saved.lastUsedAt,
});

export const paymentMethodFromRow = (seals: RowSeals, row: StoredRow<PaymentMethodRow>): PaymentMethod => ({
  merchantId: row.merchant_id as PaymentMethod['merchantId'],
  paymentMethodId: row.payment_method_id,
  customerId: row.customer_id as PaymentMethod['customerId'],
  status: row.status as PaymentMethodStatus,
  method: methodColumn.read(seals, row.method, placeOfRow(row)) as PaymentMethod['method'],
  references: row.processor_references as PaymentMethod['references'],
  networkTransactionId: row.network_transaction_id,
  createdAt: new Date(row.created_at),
  modifiedAt: new Date(row.modified_at),
});

/** A row with what the customer's other rows show about it. */
export type StoredPaymentMethod = StoredRow<PaymentMethodRow> & {
  readonly is_default: boolean;
  readonly has_others: boolean;
};

const noDetails: PaymentMethodDetails = {
  nickName: null,
  issuer: null,
  issuerCode: null,
  metadata: null,
  billing: null,
};

export const savedPaymentMethodFromRow = (seals: RowSeals, row: StoredPaymentMethod): SavedPaymentMethod => ({
  ...paymentMethodFromRow(seals, row),
  version: row.version,
  details:
    row.details === null
      ? noDetails
      : (detailsColumn.read(seals, row.details, placeOfRow(row)) as PaymentMethodDetails),
  clientSecret:
    row.client_secret === null || row.client_secret_expires_at === null
      ? null
      : {
          secret: secretColumn.read(seals, row.client_secret, placeOfRow(row)),
          expiresAt: new Date(row.client_secret_expires_at),
        },
  ...(row.collect_link !== null && {
    collectLink: collectLinkColumn.read(seals, row.collect_link, placeOfRow(row)) as CollectLink,
  }),
  lastUsedAt: new Date(row.last_used_at),
  isDefault: row.is_default,
  hasOthers: row.has_others,
  isDeleted: false,
});
