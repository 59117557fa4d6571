import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity } from 'typeorm';

/** This service's copy of a setting as its message carried it; routing starts from the copy. */
@StoredForEver('A copy of configuration, deleted with it.')
@Entity({ name: 'account_settings' })
export class AccountSettingRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'account_settings_pkey' })
  merchant_id!: string;

  /** Message key of the setting. */
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'account_settings_pkey' })
  key!: string;

  @Column({ type: 'int' })
  account_version!: number;

  /** Headers and body of the message; the codec of the topic decodes them. */
  @Column({ type: 'jsonb' })
  headers!: Record<string, string>;

  @Column({ type: 'text' })
  body!: string;
}
