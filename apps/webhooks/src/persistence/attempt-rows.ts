import type { EventId, MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { type RowPlace, type RowSeals, SealedBytes } from '@payorch/platform/sealing';
import type { AttemptResult } from '../domain/decide/after-attempt';
import type { Exchange } from '../domain/exchange';
import type { AttemptKind } from './webhooks.rows';

const exchangeColumn = new SealedBytes('attempts.exchange');

/** An attempt to store. */
export interface StoredAttempt {
  readonly merchantId: MerchantId;
  readonly eventId: EventId;
  readonly attemptId: EventId;
  readonly kind: AttemptKind;
  readonly result: AttemptResult;
  /** How long the attempt took. */
  readonly ms: number;
}

/** The columns of attempts as parameters, in this order. */
export const attemptArrays =
  '$1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::bytea[], $8::double precision[]';
export const attemptColumns = 'merchant_id, attempt_id, event_id, kind, status, error, exchange, ms';

export const attemptArraysOf = (seals: RowSeals, attempts: readonly StoredAttempt[]): readonly unknown[][] => [
  attempts.map(({ merchantId }) => merchantId),
  attempts.map(({ attemptId }) => attemptId),
  attempts.map(({ eventId }) => eventId),
  attempts.map(({ kind }) => kind),
  attempts.map(({ result }) => result.status),
  attempts.map(({ result }) => result.error),
  attempts.map(({ merchantId, attemptId, result: { exchange } }) =>
    exchange ? exchangeToColumn(seals, exchange, { merchantId, objectId: attemptId }) : null,
  ),
  attempts.map(({ ms }) => ms),
];

/** A redelivered message, or a second process after an expired lease, may have stored the attempt already. */
export const insertAttempts = (from: string): string => `
  INSERT INTO attempts (merchant_id, attempt_id, event_id, kind, status, error, exchange, created_at)
  SELECT merchant_id, attempt_id, event_id, kind, status, error, exchange, now() - make_interval(secs => ms / 1000)
  FROM ${from} ON CONFLICT DO NOTHING`;

const insertAttempt = insertAttempts(`unnest(${attemptArrays}) AS given (${attemptColumns})`);

export async function insertAttemptRow(sql: Sql, seals: RowSeals, attempt: StoredAttempt): Promise<void> {
  await sql.query(insertAttempt, attemptArraysOf(seals, [attempt]));
}

const exchangeToColumn = (seals: RowSeals, exchange: Exchange, place: RowPlace): Buffer =>
  exchangeColumn.write(seals, Buffer.from(JSON.stringify(exchange)), place);

export const exchangeFromColumn = (seals: RowSeals, stored: Buffer, place: RowPlace): Exchange =>
  JSON.parse(exchangeColumn.read(seals, stored, place).toString()) as Exchange;

/** A stored exchange under the merchant's current key; undefined where it is already. */
export const exchangeResealed = (seals: RowSeals, stored: Buffer, place: RowPlace): Buffer | undefined =>
  exchangeColumn.resealed(seals, stored, place);
