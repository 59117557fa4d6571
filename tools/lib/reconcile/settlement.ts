import type { SettlementFile } from '@payorch/connector-kit';
import { joinRecords } from '@payorch/connector-kit';
import { registry } from '@payorch/connectors';
import type { Theirs } from './records';
import { byCreation } from './records';

/** The reader of a connector's settlement report; undefined: there is no such connector, or it has none. */
export const settlementFileOf = (connector: string): SettlementFile | undefined =>
  Object.values(registry).find(({ name }) => name === connector)?.settlement;

/** The rows of a settlement file by object: a payment has one for every capture. The order of the rows does not matter. */
export class SettledRows {
  readonly #rows = new Map<string, Theirs[]>();

  add(row: Theirs): void {
    const key = JSON.stringify([row.kind, row.reference, row.currency]);
    const rows = this.#rows.get(key);
    if (rows) rows.push(row);
    else this.#rows.set(key, [row]);
  }

  records(kind: Theirs['kind']): Theirs[] {
    return [...this.#rows.values()]
      .filter(([first]) => first?.kind === kind)
      .map((rows) => rows.sort(byCreation).reduce((sum, row) => joinRecords(sum, row)));
  }
}
