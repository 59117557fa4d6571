import { StoredUntil } from '@payorch/platform/retention';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A change of a customer or of a saved payment method that is not published yet. Triggers of their tables write it in the
 * transaction of the change; the ids follow the order of the changes of an object.
 */
@StoredUntil('its event is published')
@Entity({ name: 'object_changes' })
export class ObjectChangeRow {
  @PrimaryGeneratedColumn({ type: 'bigint', primaryKeyConstraintName: 'object_changes_pkey' })
  id!: string;

  /** The type of the event; `<object>.known`: an object from before this table, whose state is read when it is published. */
  @Column({ type: 'text' })
  type!: string;

  /** The body of the event; its times as PostgreSQL writes them. */
  @Column({ type: 'jsonb' })
  state!: object;
}
