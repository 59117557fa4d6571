import { CsvError } from 'csv-parse';
import { UploadFault } from './upload-fault';

/** What is wrong in our own words: the library's message quotes the cell, and a cell may be a card number. */
const faults: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'Invalid Opening Quote: a cell with a quote inside must be quoted, and its quotes doubled',
  CSV_INVALID_CLOSING_QUOTE:
    'Invalid Closing Quote: after the closing quote of a cell comes a comma or the end of the line',
  CSV_QUOTE_NOT_CLOSED: 'Quote Not Closed: a quoted cell has no closing quote',
  CSV_RECORD_INCONSISTENT_COLUMNS: 'Invalid Record Length: the line has another number of cells than the header',
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'Invalid Record Length: the line has another number of cells than the header',
  CSV_MAX_RECORD_SIZE: 'Max Record Size: a line has at most 8192 bytes',
};

/** The fault of a file that is not CSV, with its line and the number of its cell; undefined for errors of another kind. */
export function csvFaultOf(error: unknown): UploadFault | undefined {
  if (!(error instanceof CsvError)) return undefined;
  const { code, lines, index } = error as { code: string; lines?: unknown; index?: unknown };
  const line = typeof lines === 'number' ? ` at line ${lines}` : '';
  const column = typeof index === 'number' ? `${line ? ',' : ' at'} column ${index + 1}` : '';
  return new UploadFault(`${faults[code] ?? 'the file is not valid CSV'}${line}${column}`);
}
