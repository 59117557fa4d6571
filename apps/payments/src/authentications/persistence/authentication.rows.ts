import { statesOf } from '@payorch/kernel';
import { bigintColumn, oneOf } from '@payorch/platform/postgres';
import { KeyColumn, ResourceRow } from '@payorch/platform/resources';
import { type ExpiringRows, StoredBySetting } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';
import { openAuthenticationStates, standaloneMachine } from '../domain/standalone.machine';

/** The authentication of a merchant's customer without a payment. The personal fields of its body are sealed. */
@StoredBySetting(
  'AUTHENTICATION_RETENTION',
  'The merchant retrieves it, and its result counts at networks for 90 days; one that has not ended stays.',
)
@Entity({ name: 'authentications' })
@Check('authentications_state', oneOf('state', statesOf(standaloneMachine)))
@Check('authentications_amount', 'amount > 0')
@Index('authentications_ended', ['modified_at'], { where: `NOT (${oneOf('state', openAuthenticationStates)})` })
@Index('authentications_open', ['modified_at'], { where: oneOf('state', openAuthenticationStates) })
export class AuthenticationRow extends ResourceRow {
  @KeyColumn('authentications')
  merchant_id!: string;
  @KeyColumn('authentications')
  authentication_id!: string;
  /** The partition of the authentication's key on the keyed topics: the sweeper creates a missing job there. */
  @Column({ type: 'smallint', update: false })
  partition!: number;
  @Column({ type: 'bigint', transformer: bigintColumn, update: false })
  amount!: bigint;
  @Column({ type: 'text', update: false })
  currency!: string;
  @Column({ type: 'timestamptz', update: false })
  expires_at!: Date;
}

/** What has ended; an authentication that may still change stays, however old it is. */
export const expiringAuthentications: ExpiringRows = {
  table: 'authentications',
  since: 'modified_at',
  where: `NOT (${oneOf('state', openAuthenticationStates)})`,
};
