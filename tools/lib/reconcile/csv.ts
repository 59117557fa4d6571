type Cell = string | number | null;

/** A spreadsheet runs a cell that begins so as a formula; behind an apostrophe it is a text. */
const isFormula = /^[=+\-@\t\r\n]/;

/** A cell of RFC 4180. Texts come from processors and merchants, so none may begin as a formula does. */
function cellOf(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = isFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;
