import type { CsvRecord } from '../../../uploads';

/** A cell with a value; an empty cell is not sent. */
export const cellOf = (record: CsvRecord, name: string): string | undefined => record[name] || undefined;

/** An integer, as text that is no integer stays for the check of its field. */
export const wholeOf = (text: string | undefined): number | string | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : text;

/** The row's number in the results: its own, else its line in the file. */
export function lineNumberOf(record: CsvRecord, line: number): number {
  const own = wholeOf(cellOf(record, 'line_number'));
  return typeof own === 'number' ? own : line;
}

/** The first error in a header: an unknown column might be a misspelt one, whose values would be lost. */
export const headerFault =
  (known: ReadonlySet<string>, required: string) =>
  (names: readonly string[]): string | undefined => {
    const unknown = names.find((name) => !known.has(name));
    if (unknown !== undefined) return `unknown column \`${unknown.slice(0, 64)}\``;
    if (new Set(names).size < names.length) return 'a column stands twice';
    return names.includes(required) ? undefined : `missing column \`${required}\``;
  };
