import { IncidentColumnsRow } from '@payorch/platform/incidents';
import { bigintColumn, oneOf } from '@payorch/platform/postgres';
import { KeyColumn, ResourceRow } from '@payorch/platform/resources';
import { StoredForEver } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';
import { openStates, storedStates } from '../domain/payout-states';

/** One payout with all its attempts. The personal fields of its body are sealed. */
@StoredForEver('A record of the business.')
@Entity({ name: 'payouts' })
@Check('payouts_state', oneOf('state', storedStates))
@Check('payouts_amount', 'amount > 0')
@Index('payouts_by_creation', ['merchant_id', 'created_at', 'payout_id'])
@Index('payouts_by_customer', ['merchant_id', 'customer_id', 'created_at', 'payout_id'])
@Index('payouts_by_order', ['merchant_id', 'merchant_order_reference_id'], {
  where: 'merchant_order_reference_id IS NOT NULL',
})
@Index('payouts_by_reference', ['merchant_id', 'connector_payout_id'], { where: 'connector_payout_id IS NOT NULL' })
@Index('payouts_open', ['modified_at'], { where: oneOf('state', openStates) })
export class PayoutRow extends ResourceRow {
  @KeyColumn('payouts')
  merchant_id!: string;
  @KeyColumn('payouts')
  payout_id!: string;
  /** The partition of the payout's key on the keyed topics: the sweeper creates a missing job there. */
  @Column({ type: 'smallint', update: false })
  partition!: number;
  @Column({ type: 'bigint', transformer: bigintColumn })
  amount!: bigint;
  @Column({ type: 'text' })
  currency!: string;
  @Column({ type: 'text', nullable: true })
  customer_id!: string | null;
  @Column({ type: 'text', nullable: true })
  merchant_order_reference_id!: string | null;
  @Column({ type: 'text', nullable: true })
  payout_type!: string | null;
  @Column({ type: 'text' })
  entity_type!: string;
  /** Of the present attempt; null until routing has chosen its account. */
  @Column({ type: 'text', nullable: true })
  connector!: string | null;
  @Column({ type: 'text', nullable: true })
  merchant_connector_id!: string | null;
  /** The processor's id of the payout. */
  @Column({ type: 'text', nullable: true })
  connector_payout_id!: string | null;
}

/** Needs a person; never closed by time. */
@StoredForEver('The audit: what needed a person.')
@Entity({ name: 'incidents' })
@Index('incidents_open', ['opened_at'], { where: 'resolved_at IS NULL' })
@Index('incidents_by_id', ['incident_id'], { unique: true })
export class IncidentRow extends IncidentColumnsRow {
  @KeyColumn('incidents')
  merchant_id!: string;
  @KeyColumn('incidents')
  payout_id!: string;
  @KeyColumn('incidents')
  kind!: string;
}
