import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import { StoredBySetting } from '@payorch/platform/retention';
import type { WebhookFinding } from '@payorch/contracts';
import { Check, Column, Entity, Index } from 'typeorm';

/** A processor's webhook, stored unchanged before it is applied; the sweep retries until there is a verdict. */
@StoredBySetting('WEBHOOK_RETENTION', 'A repeated webhook is recognized; one without a verdict stays.')
@Entity({ name: 'processor_webhooks' })
@Index('processor_webhooks_dedupe', ['merchant_id', 'merchant_connector_id', 'dedupe_key'], { unique: true })
@Index('processor_webhooks_open', ['next_attempt_at'], { where: '"verdict" IS NULL' })
@Index('processor_webhooks_received', ['received_at'])
@Index('processor_webhooks_of_account', ['merchant_id', 'merchant_connector_id', 'received_at'])
@Check('processor_webhooks_verdict', `"verdict" IN ('verified', 'unverified', 'refused', 'unreadable')`)
export class ProcessorWebhookRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'processor_webhooks_pkey' })
  merchant_id!: MerchantId;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'processor_webhooks_pkey' })
  webhook_id!: string;

  @Column({ type: 'text' })
  merchant_connector_id!: MerchantConnectorId;

  @Column({ type: 'text' })
  connector_name!: string;

  @Column({ type: 'text' })
  dedupe_key!: string;

  @Column({ type: 'jsonb' })
  headers!: Record<string, string>;

  @Column({ type: 'jsonb' })
  query!: Record<string, string>;

  /** The body of a webhook that is older than its seal. */
  @Column({ type: 'bytea', nullable: true })
  body!: Buffer | null;

  /** The exact bytes in base64, sealed: processors send names and addresses. */
  @Column({ type: 'text', nullable: true })
  sealed_body!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  received_at!: Date;

  @Column({ type: 'text', nullable: true })
  verdict!: string | null;

  @Column({ type: 'int', default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz' })
  next_attempt_at!: Date;

  /** What the worker found: ids, the event's type and outcomes. Null without a verdict, and for a worker of the release before. */
  @Column({ type: 'jsonb', nullable: true })
  finding!: WebhookFinding | null;

  /** How often the same bytes came again; counted up to a limit. */
  @Column({ type: 'int', default: 0 })
  repeats!: number;

  @Column({ type: 'timestamptz', nullable: true })
  repeated_at!: Date | null;
}
