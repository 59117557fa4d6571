import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

const pkey = { primary: true, primaryKeyConstraintName: 'inline_credentials_pkey' };

/** Credentials that payment requests sent for a connector account. Only a connector worker can open them. */
@StoredForEver(
  'A later capture or refund of a payment needs the credentials of the payment. One row for each set that a merchant sends.',
)
@Entity({ name: 'inline_credentials' })
@Index('inline_credentials_identifier', ['merchant_id', 'creds_identifier', 'base_account_id', 'credentials_hash'], {
  unique: true,
})
@Index('inline_credentials_account', ['merchant_id', 'base_account_id'])
export class InlineCredentialsRow {
  @Column({ type: 'text', ...pkey })
  merchant_id!: MerchantId;

  /** The account's id with these credentials. */
  @Column({ type: 'text', ...pkey })
  merchant_connector_id!: MerchantConnectorId;

  /** The id of the account itself. */
  @Column({ type: 'text' })
  base_account_id!: MerchantConnectorId;

  @Column({ type: 'text' })
  connector_name!: string;

  /** The merchant's name for them. */
  @Column({ type: 'text' })
  creds_identifier!: string;

  /** A keyed hash: it recognizes the same credentials. */
  @Column({ type: 'text' })
  credentials_hash!: string;

  @Column({ type: 'text' })
  sealed_credentials!: string;

  /** Null: the account's own. */
  @Column({ type: 'json', nullable: true })
  metadata!: object | null;

  /** The merchant's account version of the last change. */
  @Column({ type: 'int' })
  account_version!: number;

  /** When a request last sent them: an identifier alone names the newest. */
  @Column({ type: 'timestamptz' })
  sent_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;
}
