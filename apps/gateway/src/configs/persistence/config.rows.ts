import { Column, Entity } from 'typeorm';

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
