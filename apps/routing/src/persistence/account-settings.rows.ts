import { Column, Entity } from 'typeorm';

/** This service's own copy of a setting, as its message said it: with it routing starts where it stopped. */
@Entity({ name: 'account_settings' })
export class AccountSettingRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'account_settings_pkey' })
  merchant_id!: string;

  /** Message key of the setting. */
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'account_settings_pkey' })
  key!: string;

  @Column({ type: 'int' })
  account_version!: number;

  /** Headers and body of the message, read back by the codec that reads the topic. */
  @Column({ type: 'jsonb' })
  headers!: Record<string, string>;

  @Column({ type: 'text' })
  body!: string;
}
