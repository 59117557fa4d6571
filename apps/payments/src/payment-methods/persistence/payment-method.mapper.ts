import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import type { PaymentMethod, PaymentMethodStatus } from '../domain/payment-method';
import type { PaymentMethodRow } from './payment-method.rows';

export const paymentMethodToRow = (stored: PaymentMethod): WrittenRow<PaymentMethodRow> => ({
  merchant_id: stored.merchantId,
  payment_method_id: stored.paymentMethodId,
  customer_id: stored.customerId,
  status: stored.status,
  method: stored.method,
  processor_references: stored.references,
  network_transaction_id: stored.networkTransactionId,
  created_at: stored.createdAt,
  modified_at: stored.modifiedAt,
});

export const paymentMethodFromRow = (row: StoredRow<PaymentMethodRow>): PaymentMethod => ({
  merchantId: row.merchant_id as PaymentMethod['merchantId'],
  paymentMethodId: row.payment_method_id,
  customerId: row.customer_id as PaymentMethod['customerId'],
  status: row.status as PaymentMethodStatus,
  method: row.method as PaymentMethod['method'],
  references: row.processor_references as PaymentMethod['references'],
  networkTransactionId: row.network_transaction_id,
  createdAt: new Date(row.created_at),
  modifiedAt: new Date(row.modified_at),
});
