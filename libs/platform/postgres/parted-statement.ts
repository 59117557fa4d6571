/** Each `$` becomes a parameter of its own, numbered in order. */
export function numbered(text: string): string {
  let count = 0;
  return text.replaceAll('$', () => `$${++count}`);
}

/**
 * A statement of parts that each write one thing (`WITH a AS (…), b AS (…) …`), assembled from the parts that have rows
 * to write: an empty part costs nearly as much as a full one. `$` in a part stands for its own parameters, in order.
 * Each combination has a constant text, so that a connection plans it once.
 */
export class PartedStatement<Name extends string> {
  private readonly texts = new Map<string, string>();

  constructor(
    private readonly parts: Readonly<Record<Name, string>>,
    private readonly last: (names: readonly Name[]) => string,
  ) {}

  /** The text for these parts; parameters follow in the same order, those of the last part at the end. */
  of(names: readonly Name[]): string {
    const key = names.join();
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const before = names.map((name) => `${name} AS (${this.parts[name]})`);
    const text = numbered(`${before.length > 0 ? `WITH ${before.join(', ')} ` : ''}${this.last(names)}`);
    this.texts.set(key, text);
    return text;
  }
}
