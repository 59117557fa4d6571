import type { EndpointState, EventAttempt, EventAttempts, EventFilters, ListedEvent } from '@payorch/contracts';
import type { EventId, MerchantId } from '@payorch/kernel';
import { inTransaction, reading, type Sql } from '@payorch/platform/postgres';
import type { RowSeals } from '@payorch/platform/sealing';
import type { DataSource } from 'typeorm';
import type { AttemptResult } from '../domain/decide/after-attempt';
import type { Endpoint, ProfileEndpoint } from '../domain/delivery';
import { exchangeFromColumn, insertAttemptRow, type StoredAttempt } from './attempt-rows';
import { bodyFromColumn } from './delivery.repository';
import { enableEndpoint, endpointStatesOf, noteSuccess } from './endpoint-rows';
import type { AttemptRow, DeliveryRow, EventRow } from './webhooks.rows';

/** A stored event with what a retry sends. */
export interface StoredEvent extends ProfileEndpoint {
  readonly eventId: EventId;
  readonly body: Buffer;
  readonly listed: ListedEvent;
}

type ListedRow = Pick<
  EventRow,
  'merchant_id' | 'event_id' | 'profile_id' | 'object_id' | 'event_type' | 'event_class' | 'created_at'
> &
  Pick<DeliveryRow, 'state'>;
type StoredRow = ListedRow & Pick<EventRow, 'body'> & { readonly endpoint_id: string };
type ShownAttemptRow = Pick<AttemptRow, 'attempt_id' | 'kind' | 'status' | 'error' | 'exchange' | 'created_at'>;

const listedColumns =
  'e.merchant_id, e.event_id, e.profile_id, e.object_id, e.event_type, e.event_class, e.created_at, d.state';

/** An attempt's id names its event; $2 is either. */
const eventIdOf = `coalesce((SELECT a.event_id FROM attempts a WHERE a.merchant_id = $1 AND a.attempt_id = $2), $2)`;

const findEvent = `
  SELECT ${listedColumns}, e.body, d.profile_id AS endpoint_id FROM events e JOIN deliveries d USING (merchant_id, event_id)
  WHERE e.merchant_id = $1 AND e.event_id = ${eventIdOf} AND ($3::text IS NULL OR e.profile_id = $3)`;

/** The first attempt and the newest of the others: an event that is retried by hand for ever would not fit into a message. */
const mostAttempts = 50;
const attemptsOf = `
  SELECT attempt_id, kind, status, error, exchange, created_at FROM attempts
  WHERE merchant_id = $1 AND event_id = $2 AND attempt_id <> $2 ORDER BY created_at DESC, attempt_id DESC LIMIT $3`;
const attemptById = `
  SELECT attempt_id, kind, status, error, exchange, created_at FROM attempts
  WHERE merchant_id = $1 AND event_id = $2 AND attempt_id = $3`;

/** Ends automatic retries: the endpoint has the event. */
const markDelivered = `
  UPDATE deliveries SET state = 'delivered', ended_at = now(), lease_token = NULL, last_status = $3, last_error = NULL
  WHERE merchant_id = $1 AND event_id = $2 AND state <> 'delivered'`;

const iso = (at: Date): string => new Date(at).toISOString();

const toListed = (row: ListedRow): ListedEvent => ({
  event_id: row.event_id,
  merchant_id: row.merchant_id,
  profile_id: row.profile_id,
  object_id: row.object_id,
  event_type: row.event_type,
  event_class: row.event_class,
  is_delivery_successful: row.state === 'delivered',
  initial_attempt_id: row.event_id,
  processor_merchant_id: row.merchant_id,
  created: iso(row.created_at),
});

/** The conditions of a list with their parameters. */
function conditionsOf(merchantId: MerchantId, filters: EventFilters): { text: string; params: unknown[] } {
  const params: unknown[] = [merchantId];
  const conditions = ['e.merchant_id = $1'];
  const add = (value: unknown, condition: (at: string) => string): void => {
    if (value === null) return;
    params.push(value);
    conditions.push(condition(`$${params.length}`));
  };
  add(filters.profileId, (at) => `e.profile_id = ${at}`);
  add(filters.objectId, (at) => `e.object_id = ${at}`);
  add(
    filters.eventId,
    (at) =>
      `e.event_id = coalesce((SELECT a.event_id FROM attempts a WHERE a.merchant_id = $1 AND a.attempt_id = ${at}), ${at})`,
  );
  add(filters.eventTypes, (at) => `e.event_type = ANY(${at}::text[])`);
  add(filters.createdFrom, (at) => `e.created_at >= ${at}`);
  add(filters.createdTo, (at) => `e.created_at <= ${at}`);
  if (filters.isDelivered !== null) conditions.push(`d.state ${filters.isDelivered ? '=' : '<>'} 'delivered'`);
  return {
    text: `FROM events e JOIN deliveries d USING (merchant_id, event_id) WHERE ${conditions.join(' AND ')}`,
    params,
  };
}

/** What merchants read of their events, and the attempts that they ask for. */
export class EventRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly seals: RowSeals,
  ) {}

  /** A page of events, the newest first, and how many the filters find. */
  list(merchantId: MerchantId, filters: EventFilters): Promise<{ events: ListedEvent[]; total_count: number }> {
    const { text, params } = conditionsOf(merchantId, filters);
    return reading(this.dataSource, [merchantId], async (sql) => {
      const rows = await sql.query<ListedRow>(
        `SELECT ${listedColumns} ${text} ORDER BY e.created_at DESC, e.event_id DESC
         LIMIT $${params.length + 1} OFFSET $${params.length + 2}`,
        [...params, filters.limit, filters.offset],
      );
      const [counted] = await sql.query<{ total: string }>(`SELECT count(*) AS total ${text}`, params);
      return { events: rows.map(toListed), total_count: Number(counted?.total ?? 0) };
    });
  }

  /** The event with this id, or with an attempt of this id. */
  find(merchantId: MerchantId, eventId: string, onlyProfile: string | null): Promise<StoredEvent | undefined> {
    return reading(this.dataSource, [merchantId], async (sql) => {
      const [row] = await sql.query<StoredRow>(findEvent, [merchantId, eventId, onlyProfile]);
      return row && this.toStored(row);
    });
  }

  /** An event with its attempts, the first one first. */
  withAttempts(event: StoredEvent): Promise<EventAttempts> {
    const { merchantId, eventId } = event;
    return reading(this.dataSource, [merchantId], async (sql) => {
      const [first] = await sql.query<ShownAttemptRow>(attemptById, [merchantId, eventId, eventId]);
      const others = await sql.query<ShownAttemptRow>(attemptsOf, [merchantId, eventId, mostAttempts - 1]);
      const attempts = others.reverse().map((row) => this.toAttempt(event, row));
      return this.shown(event, [first ? this.toAttempt(event, first) : attemptToCome(event), ...attempts]);
    });
  }

  /** The event with one attempt; undefined where that is not stored. */
  withAttempt(event: StoredEvent, attemptId: EventId): Promise<EventAttempts | undefined> {
    const { merchantId, eventId } = event;
    return reading(this.dataSource, [merchantId], async (sql) => {
      const [row] = await sql.query<ShownAttemptRow>(attemptById, [merchantId, eventId, attemptId]);
      return row && this.shown(event, [this.toAttempt(event, row)]);
    });
  }

  /** Stores an attempt that the merchant asked for. It schedules none and enables no endpoint. */
  async addManual(event: StoredEvent, attemptId: EventId, result: AttemptResult, ms: number): Promise<void> {
    const { merchantId, eventId } = event;
    const attempt: StoredAttempt = { merchantId, eventId, attemptId, kind: 'manual_retry', result, ms };
    await inTransaction(this.dataSource, { merchants: [merchantId] }, async (sql) => {
      await insertAttemptRow(sql, this.seals, attempt);
      if (result.error !== null) return;
      await sql.query(markDelivered, [merchantId, eventId, result.status]);
      await noteSuccess(sql, event);
    });
  }

  endpointStates(merchantId: MerchantId, endpointIds: readonly string[]): Promise<readonly EndpointState[]> {
    return reading(this.dataSource, [merchantId], (sql: Sql) => endpointStatesOf(sql, merchantId, endpointIds));
  }

  /** Enables the endpoint and resolves its incident, both or neither. */
  async enable(endpoint: Endpoint, requestId: string): Promise<void> {
    await inTransaction(this.dataSource, { merchants: [endpoint.merchantId] }, (sql) =>
      enableEndpoint(sql, endpoint, requestId),
    );
  }

  private toStored(row: StoredRow): StoredEvent {
    const { merchant_id: merchantId, event_id: eventId } = row;
    return {
      merchantId,
      eventId,
      profileId: row.profile_id,
      endpointId: row.endpoint_id,
      body: bodyFromColumn(this.seals, row.body, { merchantId, objectId: eventId }),
      listed: toListed(row),
    };
  }

  private shown({ listed, body }: StoredEvent, attempts: EventAttempt[]): EventAttempts {
    return { event: listed, body: body.toString(), attempts };
  }

  private toAttempt({ merchantId }: StoredEvent, row: ShownAttemptRow): EventAttempt {
    const { attempt_id: objectId, exchange: stored } = row;
    const exchange = stored && exchangeFromColumn(this.seals, stored, { merchantId, objectId });
    return {
      attempt_id: objectId,
      kind: row.kind,
      is_delivery_successful: row.error === null,
      created: iso(row.created_at),
      request_headers: (exchange?.requestHeaders ?? []).map(([name, value]) => [name, value]),
      response: {
        status_code: row.status,
        headers: exchange?.response?.headers.map(([name, value]) => [name, value]) ?? null,
        body: exchange?.response?.body ?? null,
        error_message: row.error,
      },
    };
  }
}

/** The first attempt of an event before its result is stored, or of one whose endpoint was disabled. */
const attemptToCome = ({ eventId, listed }: StoredEvent): EventAttempt => ({
  attempt_id: eventId,
  kind: 'initial_attempt',
  is_delivery_successful: listed.is_delivery_successful,
  created: listed.created,
  request_headers: [],
  response: null,
});
