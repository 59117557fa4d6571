/** Any JSON object that the interface stores and returns unchanged. */
export type JsonObject = { [key: string]: unknown };

/**
 * A number whose literal contains more than its value: `1.0`, `1e3`, an integer beyond 2^53 - 1. The JSON reader leaves
 * it in place of the plain number, so that an integer field can refuse it by its literal.
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
