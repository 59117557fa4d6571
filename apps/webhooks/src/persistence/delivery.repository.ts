import type { MerchantId } from '@payorch/kernel';
import type { RowOf } from '@payorch/platform/postgres';
import { columnsOf, inTransaction, numbered } from '@payorch/platform/postgres';
import { type RowPlace, type RowSeals, SealedBytes } from '@payorch/platform/sealing';
import type { DataSource } from 'typeorm';
import type { Delivery, Endpoint, AttemptRecord, ProfileEndpoint } from '../domain/delivery';
import type { WebhookRequest } from '../domain/event-body';
import { attemptArrays, attemptArraysOf, attemptColumns, insertAttempts } from './attempt-rows';
import { clearFailures, noteFailures } from './endpoint-rows';
import { DeliveryRow, EventRow } from './webhooks.rows';

/** An event of one endpoint with its serialized body; with a lease when the caller sends it at once. */
export interface NewEvent {
  readonly request: WebhookRequest;
  readonly endpointId: string;
  readonly body: Buffer;
  /** The request that caused the event, as log lines name it. */
  readonly requestId: string;
  readonly leaseToken: string | null;
}

export interface Quota extends Endpoint {
  readonly free: number;
}

const events = columnsOf(EventRow).without('created_at');

/**
 * Inserts an event and its delivery together and each at most once, so neither insert depends on the other. The delivery to a disabled
 * endpoint has ended.
 */
const insertNew = numbered(`
  WITH given AS (
    SELECT * FROM unnest(${events.arrays}, $::uuid[], $::text[]) AS given (${events.list}, lease_token, endpoint_id)
  ), new AS (
    INSERT INTO events (${events.list}) SELECT ${events.list} FROM given ON CONFLICT DO NOTHING
  )
  INSERT INTO deliveries (merchant_id, event_id, profile_id, state, run_at, lease_token, ended_at)
  SELECT merchant_id, event_id, endpoint_id, CASE WHEN disabled_at IS NULL THEN 'waiting' ELSE 'disabled' END,
    CASE WHEN lease_token IS NULL THEN now() ELSE now() + make_interval(secs => $::double precision / 1000) END,
    CASE WHEN disabled_at IS NULL THEN lease_token END, CASE WHEN disabled_at IS NOT NULL THEN now() END
  FROM (SELECT g.*, e.disabled_at FROM given g LEFT JOIN endpoints e USING (merchant_id, endpoint_id)) AS given
  ON CONFLICT DO NOTHING
  RETURNING event_id, state`);

/** A recursive index scan from endpoint to endpoint: the cost depends on their number, not on that of waiting deliveries. */
const endpointsWithDue = `
  WITH RECURSIVE earliest AS (
    (SELECT merchant_id, profile_id, run_at FROM deliveries WHERE state = 'waiting'
     ORDER BY merchant_id, profile_id, run_at LIMIT 1)
    UNION ALL
    SELECT next.merchant_id, next.profile_id, next.run_at FROM earliest CROSS JOIN LATERAL (
      SELECT d.merchant_id, d.profile_id, d.run_at FROM deliveries d
      WHERE d.state = 'waiting' AND (d.merchant_id, d.profile_id) > (earliest.merchant_id, earliest.profile_id)
      ORDER BY d.merchant_id, d.profile_id, d.run_at LIMIT 1
    ) next
  )
  SELECT merchant_id, profile_id AS endpoint_id FROM earliest WHERE run_at <= now()`;

/** `run_at` has no lower bound, so an overdue delivery is never lost. A delivery is due again when its lease ends. */
const claimDue = `
  WITH picked AS (
    SELECT due.merchant_id, due.event_id
    FROM unnest($1::text[], $2::text[], $3::integer[]) AS quota (merchant_id, endpoint_id, free)
    CROSS JOIN LATERAL (
      SELECT d.merchant_id, d.event_id FROM deliveries d
      WHERE d.merchant_id = quota.merchant_id AND d.profile_id = quota.endpoint_id
        AND d.state = 'waiting' AND d.run_at <= now()
      ORDER BY d.run_at LIMIT quota.free FOR UPDATE SKIP LOCKED
    ) due
  )
  UPDATE deliveries d
  SET lease_token = $4::uuid, run_at = now() + make_interval(secs => $5::double precision / 1000)
  FROM picked JOIN events e USING (merchant_id, event_id)
  WHERE d.merchant_id = picked.merchant_id AND d.event_id = picked.event_id
  RETURNING d.merchant_id, d.event_id, d.profile_id AS endpoint_id, e.profile_id, d.failures, d.lease_token, e.body,
    e.request_id`;

/**
 * Stores attempts, and what they lead to. Only the owner of the lease saves the result: after an expired lease the next owner's result
 * counts. An attempt that was under way when its endpoint was disabled may still have delivered the event.
 */
const finishAttempts = `
  WITH attempt AS (
    SELECT * FROM unnest(${attemptArrays}, $9::text[], $10::uuid[], $11::text[], $12::double precision[])
      AS attempt (${attemptColumns}, endpoint_id, lease_token, state, delay_ms)
  ), stored AS (
    ${insertAttempts('attempt')}
  ), cleared AS (
    ${clearFailures(`SELECT merchant_id, endpoint_id FROM attempt WHERE state = 'delivered'`)}
  )
  UPDATE deliveries d
  SET state = attempt.state, failures = d.failures + CASE WHEN attempt.state = 'delivered' THEN 0 ELSE 1 END,
    lease_token = NULL, run_at = now() + make_interval(secs => attempt.delay_ms / 1000), last_status = attempt.status,
    last_error = attempt.error, ended_at = CASE WHEN attempt.state = 'waiting' THEN NULL ELSE now() END
  FROM attempt
  WHERE d.merchant_id = attempt.merchant_id AND d.event_id = attempt.event_id AND d.lease_token = attempt.lease_token
    AND (d.state = 'waiting' OR d.state = 'disabled' AND attempt.state = 'delivered')`;

type ClaimedRow = Pick<DeliveryRow, 'merchant_id' | 'event_id' | 'failures'> &
  Pick<EventRow, 'profile_id' | 'body' | 'request_id'> & { readonly endpoint_id: string; readonly lease_token: string };

const eventBody = new SealedBytes('events.body');

/** The body in the form of its column: the seal of the exact text that every attempt sends. */
export const bodyToColumn = (seals: RowSeals, body: Buffer, place: RowPlace): Buffer =>
  eventBody.write(seals, body, place);

export const bodyFromColumn = (seals: RowSeals, stored: Buffer, place: RowPlace): Buffer =>
  eventBody.read(seals, stored, place);

/** A stored body under the merchant's current key; undefined where it is already. */
export const bodyResealed = (seals: RowSeals, stored: Buffer, place: RowPlace): Buffer | undefined =>
  eventBody.resealed(seals, stored, place);

const eventToRow = (seals: RowSeals, { request, body, requestId }: NewEvent): RowOf<typeof events> => ({
  merchant_id: request.merchantId,
  event_id: request.eventId,
  profile_id: request.profileId,
  event_type: request.eventType,
  event_class: request.eventClass,
  object_id: request.objectId,
  sequence: request.sequence,
  occurred_at: request.occurredAt,
  body: bodyToColumn(seals, body, { merchantId: request.merchantId, objectId: request.eventId }),
  request_id: requestId,
});

/** Events and their deliveries. All times are the database's. */
export class DeliveryRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly seals: RowSeals,
    private readonly leaseMs: number,
    /** How long an endpoint does nothing but fail before it is disabled. */
    private readonly disableAfterMs: number,
  ) {}

  /**
   * Stores new events with their deliveries in one transaction and returns the ids of those to send; redelivered requests add none.
   */
  async add(newEvents: readonly NewEvent[]): Promise<ReadonlySet<string>> {
    const merchants = [...new Set(newEvents.map(({ request }) => request.merchantId))];
    const leases = newEvents.map(({ leaseToken }) => leaseToken);
    const rows = await inTransaction(this.dataSource, { merchants }, (sql) =>
      sql.query<Pick<DeliveryRow, 'event_id' | 'state'>>(insertNew, [
        ...events.arraysOf(newEvents.map((event) => eventToRow(this.seals, event))),
        leases,
        newEvents.map(({ endpointId }) => endpointId),
        this.leaseMs,
      ]),
    );
    return new Set(rows.flatMap(({ event_id, state }) => (state === 'waiting' ? [event_id] : [])));
  }

  async endpointsWithDue(): Promise<readonly Endpoint[]> {
    const rows = await inTransaction(this.dataSource, { merchants: 'every' }, (sql) =>
      sql.query<{ merchant_id: MerchantId; endpoint_id: string }>(endpointsWithDue),
    );
    return rows.map((row) => ({ merchantId: row.merchant_id, endpointId: row.endpoint_id }));
  }

  /** Leases due deliveries, at most the quota of each endpoint. */
  async claim(quotas: readonly Quota[], leaseToken: string): Promise<readonly Delivery[]> {
    const merchants = [...new Set(quotas.map(({ merchantId }) => merchantId))];
    const rows = await inTransaction(this.dataSource, { merchants }, (sql) =>
      sql.query<ClaimedRow>(claimDue, [
        quotas.map(({ merchantId }) => merchantId),
        quotas.map(({ endpointId }) => endpointId),
        quotas.map(({ free }) => free),
        leaseToken,
        this.leaseMs,
      ]),
    );
    return rows.map((row) => ({
      merchantId: row.merchant_id,
      eventId: row.event_id,
      profileId: row.profile_id,
      endpointId: row.endpoint_id,
      failures: row.failures,
      leaseToken: row.lease_token,
      body: bodyFromColumn(this.seals, row.body, { merchantId: row.merchant_id, objectId: row.event_id }),
      requestId: row.request_id,
    }));
  }

  /** Saves attempts with their results. Returns the endpoints that they disabled. */
  async finish(attempts: readonly AttemptRecord[]): Promise<readonly ProfileEndpoint[]> {
    const merchants = [...new Set(attempts.map(({ delivery }) => delivery.merchantId))];
    const failed = attempts.filter(({ state }) => state !== 'delivered').map(({ delivery }) => delivery);
    const stored = attempts.map(({ delivery: { merchantId, eventId }, attemptId, result, ms }) => {
      const kind = attemptId === eventId ? ('initial_attempt' as const) : ('automatic_retry' as const);
      return { merchantId, eventId, attemptId, kind, result, ms };
    });
    return inTransaction(this.dataSource, { merchants }, async (sql) => {
      await sql.query(finishAttempts, [
        ...attemptArraysOf(this.seals, stored),
        attempts.map(({ delivery }) => delivery.endpointId),
        attempts.map(({ delivery }) => delivery.leaseToken),
        attempts.map(({ state }) => state),
        attempts.map(({ delayMs }) => delayMs ?? 0),
      ]);
      return noteFailures(sql, failed, this.disableAfterMs);
    });
  }
}
