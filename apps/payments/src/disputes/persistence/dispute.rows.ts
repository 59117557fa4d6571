import { disputeStages, disputeStatuses, openDisputeStatuses } from '@payorch/contracts';
import { statesOf } from '@payorch/kernel';
import { bigintColumn, oneOf } from '@payorch/platform/postgres';
import { KeyColumn } from '@payorch/platform/resources';
import { StoredForEver } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';
import { answerMachine, openAnswerStates } from '../domain/answer.machine';

/** A customer's dispute of a charge. */
@StoredForEver('A record of the business: what a customer disputed, and how it ended.')
@Entity({ name: 'disputes' })
@Check('disputes_stage', oneOf('stage', disputeStages))
@Check('disputes_status', oneOf('status', disputeStatuses))
@Check('disputes_answer', `"answer" IS NULL OR ${oneOf('answer', statesOf(answerMachine))}`)
@Check('disputes_taken', 'taken >= 0 AND taken <= amount')
@Index('disputes_by_payment', ['merchant_id', 'payment_id', 'created_at', 'dispute_id'])
@Index('disputes_by_creation', ['merchant_id', 'created_at', 'dispute_id'])
@Index('disputes_undecided', ['merchant_id', 'profile_id', 'modified_at'], {
  where: oneOf('status', openDisputeStatuses),
})
@Index('disputes_open', ['modified_at'], { where: oneOf('answer', openAnswerStates) })
export class DisputeRow {
  @KeyColumn('disputes')
  merchant_id!: string;
  @KeyColumn('disputes')
  dispute_id!: string;
  @Column({ type: 'integer' })
  version!: number;
  /** The partition of the dispute's key on the keyed topics: the sweeper creates a missing job there. */
  @Column({ type: 'smallint', update: false })
  partition!: number;
  @Column({ type: 'text', update: false })
  profile_id!: string;
  @Column({ type: 'text', update: false })
  payment_id!: string;
  @Column({ type: 'text', update: false })
  attempt_id!: string;
  @Column({ type: 'text', update: false })
  connector!: string;
  @Column({ type: 'text', update: false })
  merchant_connector_id!: string;
  @Column({ type: 'text', update: false })
  connector_dispute_id!: string;
  @Column({ type: 'text' })
  stage!: string;
  @Column({ type: 'text' })
  status!: string;
  @Column({ type: 'bigint', transformer: bigintColumn })
  amount!: bigint;
  @Column({ type: 'text' })
  currency!: string;
  /** What the dispute takes of the charge, or may take. */
  @Column({ type: 'bigint', transformer: bigintColumn })
  taken!: bigint;
  @Column({ type: 'text', nullable: true })
  reason!: string | null;
  /** The state of the merchant's answer; null: none yet. */
  @Column({ type: 'text', nullable: true })
  answer!: string | null;
  @Column({ type: 'timestamptz', update: false })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
  /** The dispute as its payment shows it. */
  @Column({ type: 'json' })
  shown!: object;
  /** The fields that are only read with the dispute (dispute.mapper.ts). */
  @Column({ type: 'jsonb' })
  body!: object;
}
