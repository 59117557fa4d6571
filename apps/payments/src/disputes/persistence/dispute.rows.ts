import { statesOf } from '@payorch/kernel';
import { oneOf } from '@payorch/platform/postgres';
import { Check, Column, Entity } from 'typeorm';
import { disputeMachine } from '../domain/dispute.machine';

@Entity({ name: 'disputes' })
@Check('disputes_state', oneOf('state', statesOf(disputeMachine)))
export class DisputeRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'disputes_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'disputes_pkey' })
  dispute_id!: string;
  @Column({ type: 'int' })
  version!: number;
  @Column({ type: 'text', update: false })
  profile_id!: string;
  @Column({ type: 'text' })
  state!: string;
  @Column({ type: 'timestamptz', update: false })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
  /** The fields that are only read with the dispute (dispute.mapper.ts). */
  @Column({ type: 'jsonb' })
  body!: object;
}
