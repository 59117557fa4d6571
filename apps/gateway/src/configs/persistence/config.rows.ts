import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity } from 'typeorm';

@StoredForEver('Configuration, until an operator deletes it.')
@Entity({ name: 'configs' })
export class ConfigRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'configs_pkey' })
  key!: string;

  @Column({ type: 'text' })
  value!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  modified_at!: Date;
}
