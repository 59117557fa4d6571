import type { EventId, MerchantId, ProfileId } from '@payorch/kernel';
import { statesOf } from '@payorch/kernel';
import { IncidentColumnsRow } from '@payorch/platform/incidents';
import { oneOf } from '@payorch/platform/postgres';
import { StoredBySetting, StoredForEver } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';
import type { DeliveryState } from '../domain/delivery.machine';
import { deliveryMachine } from '../domain/delivery.machine';

/** One webhook event. Every attempt sends the same bytes; only the deletion of its customer changes the body. */
@StoredBySetting(
  'WEBHOOK_EVENT_RETENTION',
  'The merchant lists events for 90 days and sends them again; one whose delivery waits stays.',
)
@Entity({ name: 'events' })
@Index('events_by_object', ['merchant_id', 'object_id'])
@Index('events_by_time', ['merchant_id', 'created_at'])
export class EventRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'events_pkey' })
  merchant_id!: MerchantId;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'events_pkey' })
  event_id!: EventId;

  @Column({ type: 'text' })
  profile_id!: ProfileId;

  @Column({ type: 'text' })
  event_type!: string;

  @Column({ type: 'text' })
  event_class!: string;

  @Column({ type: 'text' })
  object_id!: string;

  /** Version of the object; consumers order its events by it. */
  @Column({ type: 'int' })
  sequence!: number;

  @Column({ type: 'timestamptz' })
  occurred_at!: Date;

  @Column({ type: 'bytea' })
  body!: Buffer;

  /** The request that caused the event; for log lines. */
  @Column({ type: 'text', nullable: true })
  request_id!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;
}

/** The delivery of one event. A lease is a `run_at` in the future with the token of its owner. */
@StoredBySetting('WEBHOOK_EVENT_RETENTION', 'It is deleted with its event.')
@Entity({ name: 'deliveries' })
@Index('deliveries_waiting', ['merchant_id', 'profile_id', 'run_at'], { where: `"state" = 'waiting'` })
@Check('deliveries_state', oneOf('state', statesOf(deliveryMachine)))
export class DeliveryRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'deliveries_pkey' })
  merchant_id!: MerchantId;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'deliveries_pkey' })
  event_id!: EventId;

  /** The endpoint: its id, which for a profile's own address is the profile's id. */
  @Column({ type: 'text' })
  profile_id!: string;

  @Column({ type: 'text' })
  state!: DeliveryState;

  @Column({ type: 'int', default: 0 })
  failures!: number;

  @Column({ type: 'timestamptz' })
  run_at!: Date;

  @Column({ type: 'uuid', nullable: true })
  lease_token!: string | null;

  /** HTTP status of the last attempt; null when no response arrived. */
  @Column({ type: 'int', nullable: true })
  last_status!: number | null;

  @Column({ type: 'text', nullable: true })
  last_error!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  ended_at!: Date | null;
}

export const attemptKinds = ['initial_attempt', 'automatic_retry', 'manual_retry'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

/** One attempt whose result was saved. The first attempt of an event has the event's id. */
@StoredBySetting('WEBHOOK_EVENT_RETENTION', 'It is deleted with its event.')
@Entity({ name: 'attempts' })
@Index('attempts_by_event', ['merchant_id', 'event_id', 'created_at'])
@Check('attempts_kind', oneOf('kind', attemptKinds))
export class AttemptRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'attempts_pkey' })
  merchant_id!: MerchantId;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'attempts_pkey' })
  attempt_id!: EventId;

  @Column({ type: 'text' })
  event_id!: EventId;

  @Column({ type: 'text' })
  kind!: AttemptKind;

  /** HTTP status; null when no response arrived. */
  @Column({ type: 'int', nullable: true })
  status!: number | null;

  /** Why the endpoint does not have the event; null: it has. */
  @Column({ type: 'text', nullable: true })
  error!: string | null;

  /** What was sent and answered, sealed; null when nothing was sent, or when the object's customer was deleted. */
  @Column({ type: 'bytea', nullable: true })
  exchange!: Buffer | null;

  @Column({ type: 'timestamptz' })
  created_at!: Date;
}

/** An endpoint that fails or is disabled. Most endpoints have no row. */
@StoredForEver('At most one row for each endpoint that a merchant has configured.')
@Entity({ name: 'endpoints' })
export class EndpointRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'endpoints_pkey' })
  merchant_id!: MerchantId;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'endpoints_pkey' })
  endpoint_id!: string;

  @Column({ type: 'text' })
  profile_id!: ProfileId;

  /** The first failure since the last success. */
  @Column({ type: 'timestamptz', nullable: true })
  failing_since!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  disabled_at!: Date | null;
}

/** Needs a person; never closed by time. Each time that an endpoint is disabled has an incident of its own. */
@StoredForEver('The audit: what needed a person. At most one row for each time that an endpoint was disabled.')
@Entity({ name: 'incidents' })
@Index('incidents_open', ['opened_at'], { where: 'resolved_at IS NULL' })
@Index('incidents_by_id', ['incident_id'], { unique: true })
export class IncidentRow extends IncidentColumnsRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'incidents_pkey' })
  merchant_id!: MerchantId;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'incidents_pkey' })
  endpoint_id!: string;

  @Column({ type: 'timestamptz', primary: true, primaryKeyConstraintName: 'incidents_pkey' })
  disabled_at!: Date;

  @Column({ type: 'text' })
  profile_id!: ProfileId;

  @Column({ type: 'text' })
  kind!: string;
}
