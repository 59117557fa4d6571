import type { AccountRef } from '@payorch/contracts';
import type { MerchantConnectorId, OperationId, ProfileId } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { Column } from 'typeorm';

/** A column of the primary key: the merchant, then the id of the resource. */
export const KeyColumn = (table: string): PropertyDecorator =>
  Column({ type: 'text', primary: true, primaryKeyConstraintName: `${table}_pkey` });

/** The columns that every resource has beside its key and its own. */
export abstract class ResourceRow {
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
  /** The fields that are only read with the resource (its mapper). */
  @Column({ type: 'jsonb' })
  body!: object;
}

/** And those of a resource that is one operation at a processor. */
export abstract class OperationRow extends ResourceRow {
  @Column({ type: 'text', update: false })
  operation_id!: string;
  @Column({ type: 'text', update: false })
  connector!: string;
  @Column({ type: 'text', update: false })
  merchant_connector_id!: string;
}

interface Resource<State extends string> {
  readonly version: number;
  readonly profileId: ProfileId;
  readonly state: State;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}
interface Operation<State extends string> extends Resource<State> {
  readonly operation: OperationId;
  readonly account: AccountRef;
}

type ResourceColumns = Omit<WrittenRow<ResourceRow>, 'body'>;
type OperationColumns = Omit<WrittenRow<OperationRow>, 'body'>;

export const resourceColumns = (resource: Resource<string>): ResourceColumns => ({
  version: resource.version,
  profile_id: resource.profileId,
  state: resource.state,
  created_at: resource.createdAt,
  modified_at: resource.modifiedAt,
});

export const operationColumns = (resource: Operation<string>): OperationColumns => ({
  ...resourceColumns(resource),
  operation_id: resource.operation,
  connector: resource.account.connector,
  merchant_connector_id: resource.account.merchantConnectorId,
});

/** `State`: the states of the table's machine, which a CHECK names. */
export const resourceFields = <State extends string>(row: Omit<StoredRow<ResourceRow>, 'body'>): Resource<State> => ({
  version: row.version,
  profileId: row.profile_id as ProfileId,
  state: row.state as State,
  createdAt: new Date(row.created_at),
  modifiedAt: new Date(row.modified_at),
});

export const operationFields = <State extends string>(
  row: Omit<StoredRow<OperationRow>, 'body'>,
): Operation<State> => ({
  ...resourceFields<State>(row),
  operation: row.operation_id as OperationId,
  account: { connector: row.connector, merchantConnectorId: row.merchant_connector_id as MerchantConnectorId },
});
