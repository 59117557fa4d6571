import type { Currency } from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsToJson } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import type { Capture } from '../../domain/captures/capture';
import type { Payment } from '../../domain/payment';
import type { CaptureRow } from './payment.rows';

export const captureToRow = ({ merchantId, paymentId }: Payment, capture: Capture): WrittenRow<CaptureRow> => ({
  merchant_id: merchantId,
  capture_id: capture.id,
  payment_id: paymentId,
  attempt_id: capture.attemptId,
  sequence: capture.sequence,
  operation_id: capture.operation,
  status: capture.status,
  amount: minorUnitsToJson(capture.money.amount),
  currency: capture.money.currency,
  connector_capture_id: capture.connectorCaptureId,
  error: capture.error,
  created_at: capture.createdAt,
  modified_at: capture.modifiedAt,
});

export const captureFromRow = (row: StoredRow<CaptureRow>): Capture => ({
  id: row.capture_id as Capture['id'],
  attemptId: row.attempt_id as Capture['attemptId'],
  sequence: Number(row.sequence),
  operation: row.operation_id as Capture['operation'],
  status: row.status as Capture['status'],
  money: { amount: minorUnitsFromColumn(row.amount), currency: row.currency as Currency },
  connectorCaptureId: row.connector_capture_id,
  error: row.error as Capture['error'],
  createdAt: new Date(row.created_at),
  modifiedAt: new Date(row.modified_at),
});
