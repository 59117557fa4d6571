import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity } from 'typeorm';

/**
 * The meaning of a processor's error code. The id is a digest of the five key columns: their texts may exceed the limit
 * of an index.
 */
@StoredForEver('Configuration, until an operator deletes the rule.')
@Entity({ name: 'gsm_rules' })
export class GsmRuleRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'gsm_rules_pkey' })
  rule_id!: string;

  @Column({ type: 'text' })
  connector!: string;

  @Column({ type: 'text' })
  flow!: string;

  @Column({ type: 'text' })
  sub_flow!: string;

  @Column({ type: 'text' })
  code!: string;

  @Column({ type: 'text' })
  message!: string;

  @Column({ type: 'json' })
  details!: object;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  modified_at!: Date;
}
