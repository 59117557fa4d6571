import { relayTypes } from '@payorch/contracts';
import { statesOf } from '@payorch/kernel';
import { bigintColumn, oneOf } from '@payorch/platform/postgres';
import { KeyColumn, OperationRow } from '@payorch/platform/resources';
import { StoredForEver } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';
import { openRelayStates, relayMachine } from '../domain/relay.machine';

/** An operation on a processor's object that did not go through this service. */
@StoredForEver('A record of the business: an operation on a charge that another system made.')
@Entity({ name: 'relays' })
@Check('relays_state', oneOf('state', statesOf(relayMachine)))
@Check('relays_type', oneOf('type', relayTypes))
@Check('relays_amount', `amount > 0 OR (amount IS NULL AND "type" = 'void')`)
@Index('relays_open', ['modified_at'], { where: oneOf('state', openRelayStates) })
export class RelayRow extends OperationRow {
  @KeyColumn('relays')
  merchant_id!: string;
  @KeyColumn('relays')
  relay_id!: string;
  /** The partition of the relay's key on the keyed topics: the sweeper creates a missing job there. */
  @Column({ type: 'smallint', update: false })
  partition!: number;
  /** The processor's id of the object; the merchant's own text for a refund without a charge. */
  @Column({ type: 'text', update: false })
  connector_resource_id!: string;
  /** The processor's id of the operation. */
  @Column({ type: 'text', nullable: true })
  connector_reference_id!: string | null;
  @Column({ type: 'text', update: false })
  type!: string;
  /** The requested amount; null for a void, which concerns the whole authorization. */
  @Column({ type: 'bigint', nullable: true, transformer: bigintColumn, update: false })
  amount!: bigint | null;
  @Column({ type: 'text', nullable: true, update: false })
  currency!: string | null;
}
