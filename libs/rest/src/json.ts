/** Any JSON object: what the interface stores and returns as it came. */
export type JsonObject = { [key: string]: unknown };

/**
 * A number whose literal says more than its value: `1.0`, `1e3`, an integer beyond 2^53 - 1. The JSON reader leaves it
 * in place of the plain number, so that a field that wants an integer can refuse it by how it was written.
 */
export class WireNumber {
  constructor(
    readonly literal: string,
    readonly value: number,
  ) {}

  get isWhole(): boolean {
    return /^-?\d+$/.test(this.literal);
  }
}
