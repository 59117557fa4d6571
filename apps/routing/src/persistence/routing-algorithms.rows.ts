import type { Json } from '@payorch/contracts';
import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

/** An algorithm of a merchant. A row is written once and never changes. */
@StoredForEver('Payments name the algorithm that chose their account.')
@Entity({ name: 'routing_algorithms' })
@Index('routing_algorithms_newest', ['merchant_id', 'created_at', 'algorithm_id'])
export class RoutingAlgorithmRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'routing_algorithms_pkey' })
  merchant_id!: string;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'routing_algorithms_pkey' })
  algorithm_id!: string;

  @Column({ type: 'text' })
  profile_id!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  description!: string;

  /** The type of the algorithm. */
  @Column({ type: 'text' })
  kind!: string;

  /** The data of the algorithm, as the merchant sent it: json keeps the order of its fields. */
  @Column({ type: 'json' })
  data!: Json;

  @Column({ type: 'text' })
  algorithm_for!: string;

  @Column({ type: 'timestamptz' })
  created_at!: Date;
}
