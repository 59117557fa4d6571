import type { Theirs } from './records';

/** Adds up the rows of each reference: a settlement file has one for every capture. The first says when it began. */
export class SettledSums {
  readonly #sums = new Map<string, Theirs>();

  add(row: Theirs): void {
    const key = JSON.stringify([row.kind, row.reference, row.currency]);
    const sum = this.#sums.get(key);
    this.#sums.set(key, sum ? added(sum, row) : row);
  }

  records(): Theirs[] {
    return [...this.#sums.values()];
  }
}

const added = (one: Theirs, other: Theirs): Theirs => ({
  ...(Date.parse(one.createdAt) <= Date.parse(other.createdAt) ? one : other),
  ourId: one.ourId ?? other.ourId,
  chargeReference: one.chargeReference ?? other.chargeReference,
  moved: one.moved + other.moved,
});
