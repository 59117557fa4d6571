import { InvariantError } from '@payorch/kernel';

/**
 * How long the rows of a table are stored. ever: they are records of the business, or what it is configured by. until: the work that
 * ends their use deletes them. setting: a worker deletes them by age.
 */
export type StoredFor =
  | { readonly kind: 'ever'; readonly why: string }
  | { readonly kind: 'until'; readonly why: string }
  | { readonly kind: 'setting'; readonly setting: string; readonly why: string };

type Row = abstract new () => object;

const declared = new Map<unknown, StoredFor>();

const declares =
  (storedFor: StoredFor): ClassDecorator =>
  (row) => {
    declared.set(row, storedFor);
  };

/** The rows of this entity stay. `why`: what would be missing without them, or who deletes single ones. */
export const StoredForEver = (why: string): ClassDecorator => declares({ kind: 'ever', why });

/** The rows of this entity are few: what ends their use deletes them. `why`: what that is. */
export const StoredUntil = (why: string): ClassDecorator => declares({ kind: 'until', why });

/** Rows older than this environment variable says are deleted. `why`: what may still need a younger one, and what older ones stay. */
export const StoredBySetting = (setting: string, why: string): ClassDecorator =>
  declares({ kind: 'setting', setting, why });

/** @throws InvariantError for an entity without a declaration */
export function storedFor(row: Row): StoredFor {
  const answer = declared.get(row);
  if (!answer) throw new InvariantError(`${row.name} does not declare how long its rows are stored`);
  return answer;
}
