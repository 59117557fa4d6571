import type { Theirs } from './records';
import { byCreation } from './records';

/** Joins two rows of one object, the earlier one first. */
export type JoinRows = (one: Theirs, other: Theirs) => Theirs;

/** The rows of a settlement file by object: a payment has one for every capture. The order of the rows does not matter. */
export class SettledRows {
  readonly #rows = new Map<string, Theirs[]>();

  add(row: Theirs): void {
    const key = JSON.stringify([row.kind, row.reference, row.currency]);
    const rows = this.#rows.get(key);
    if (rows) rows.push(row);
    else this.#rows.set(key, [row]);
  }

  records(kind: Theirs['kind'], joinRows: JoinRows): Theirs[] {
    return [...this.#rows.values()]
      .filter(([first]) => first?.kind === kind)
      .map((rows) => rows.sort(byCreation).reduce((sum, row) => joinRows(sum, row)));
  }
}
