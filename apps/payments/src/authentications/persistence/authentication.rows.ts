import { statesOf } from '@payorch/kernel';
import { bigintColumn, oneOf } from '@payorch/platform/postgres';
import { Check, Column, Entity, Index } from 'typeorm';
import { openAuthenticationStates, standaloneMachine } from '../domain/standalone.machine';

/** The authentication of a merchant's customer without a payment. */
@Entity({ name: 'authentications' })
@Check('authentications_state', oneOf('state', statesOf(standaloneMachine)))
@Check('authentications_amount', 'amount > 0')
@Index('authentications_open', ['modified_at'], { where: oneOf('state', openAuthenticationStates) })
export class AuthenticationRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'authentications_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'authentications_pkey' })
  authentication_id!: string;
  @Column({ type: 'int' })
  version!: number;
  @Column({ type: 'text', update: false })
  profile_id!: string;
  /** The partition of the authentication's key on the keyed topics: the sweeper creates a missing job there. */
  @Column({ type: 'smallint', update: false })
  partition!: number;
  @Column({ type: 'text' })
  state!: string;
  @Column({ type: 'bigint', transformer: bigintColumn, update: false })
  amount!: bigint;
  @Column({ type: 'text', update: false })
  currency!: string;
  @Column({ type: 'timestamptz', update: false })
  expires_at!: Date;
  @Column({ type: 'timestamptz', update: false })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
  /** The fields that are only read with the authentication, the personal ones sealed (authentication.mapper.ts). */
  @Column({ type: 'jsonb' })
  body!: object;
}
