import { type MessageDefinition, type Outgoing, outgoing } from '@payorch/contracts';
import { columnsOf, type Sql, type StoredRow } from '@payorch/platform/postgres';

/** The columns of one row, as the driver returns them. */
export type StoredObject = Readonly<Record<string, unknown>>;

/** The rows of a kind of object, and the events that show their present states. */
export interface KnownObjects {
  /** The snapshot topic. */
  readonly snapshots: string;
  /** With the primary key (merchant_id, `id`) and a column `modified_at`, which rises with each event of the object. */
  readonly table: string;
  readonly id: string;
  /** The columns of the rows that `eventsOf` takes. */
  readonly columns: string;
  /**
   * Of rows that are locked, one function for each, in their order. A function throws where its own row does not read: others
   * are not kept from the topic.
   */
  eventsOf(sql: Sql, rows: readonly StoredObject[]): Promise<readonly (() => Outgoing)[]>;
}

/** Objects of one row each, of an entity with the primary key (merchant_id, `id`). */
export function knownRows<Row extends { merchant_id: string; modified_at: Date }>(
  entity: new () => Row,
  snapshots: string,
  eventOf: (row: StoredRow<Row>) => Outgoing,
): KnownObjects {
  const { table, list, key } = columnsOf(entity);
  return {
    snapshots,
    table,
    id: key.split(', ')[1]!,
    columns: list,
    eventsOf: async (_sql, rows) => rows.map((row) => () => eventOf(row as StoredRow<Row>)),
  };
}

/** The event that shows an object's state where its last event is not known. */
export const presentState = <Data extends { readonly version: number }>(
  created: MessageDefinition<Data>,
  updated: MessageDefinition<Data>,
  data: Data,
): Outgoing => outgoing(data.version === 1 ? created : updated, data);
