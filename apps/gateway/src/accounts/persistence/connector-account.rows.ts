import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

/** Only a connector worker can open these seals: responses show the masked copies. */
@StoredForEver('Configuration, until the merchant deletes the account.')
@Entity({ name: 'merchant_connector_accounts' })
@Index('merchant_connector_accounts_label', ['merchant_id', 'profile_id', 'connector_label'], { unique: true })
export class ConnectorAccountRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'merchant_connector_accounts_pkey' })
  merchant_id!: MerchantId;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'merchant_connector_accounts_pkey' })
  merchant_connector_id!: MerchantConnectorId;

  @Column({ type: 'text' })
  profile_id!: ProfileId;

  @Column({ type: 'text' })
  connector_type!: string;

  @Column({ type: 'text' })
  connector_name!: string;

  @Column({ type: 'text' })
  connector_label!: string;

  @Column({ type: 'text' })
  status!: string;

  @Column({ type: 'boolean' })
  disabled!: boolean;

  @Column({ type: 'json' })
  details!: object;

  @Column({ type: 'json' })
  masked_credentials!: object;

  @Column({ type: 'text' })
  sealed_credentials!: string;

  @Column({ type: 'json', nullable: true })
  masked_webhook_secrets!: object | null;

  @Column({ type: 'text', nullable: true })
  sealed_webhook_secrets!: string | null;

  @Column({ type: 'json', nullable: true })
  masked_merchant_data!: object | null;

  @Column({ type: 'text', nullable: true })
  sealed_merchant_data!: string | null;

  @Column({ type: 'json', nullable: true })
  masked_wallet_details!: object | null;

  @Column({ type: 'text', nullable: true })
  sealed_wallet_details!: string | null;

  /** The part of the wallet details that every client may see. */
  @Column({ type: 'json', nullable: true })
  public_wallet_details!: object | null;

  /** Host names in lower case. */
  @Column({ type: 'json', nullable: true })
  verified_domains!: readonly string[] | null;

  /** The webhook secrets again, under the settings keys: the gateway opens these, and no message carries them. */
  @Column({ type: 'text', nullable: true })
  gateway_webhook_secrets!: string | null;

  /** The processor's id of the endpoint that this service registered. */
  @Column({ type: 'text', nullable: true })
  webhook_endpoint_id!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  modified_at!: Date;
}
