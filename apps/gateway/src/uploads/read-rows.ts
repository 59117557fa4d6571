import { type CheckHeader, type CsvRecord, readCsv, type Upload, UploadFault } from './read-csv';

export interface RowLimits {
  readonly maxRows: number;
  readonly maxBytes: number;
}

/** A row of an upload by `read`, and the line of the file in which it stands. */
export interface ReadRow<Row> {
  readonly line: number;
  readonly row: Row;
}

/**
 * All rows of an upload, before any of them has an effect.
 * @throws UploadFault where the file is not CSV, has an error in its header, has no row, or is longer than the limits
 */
export async function readRows(file: Upload, check: CheckHeader, limits: RowLimits): Promise<ReadRow<CsvRecord>[]> {
  const { maxRows, maxBytes } = limits;
  const rows: ReadRow<CsvRecord>[] = [];
  try {
    for await (const lines of readCsv(file, check)) {
      if (rows.length + lines.length > maxRows)
        throw new UploadFault(`a file has at most ${maxRows} rows: nothing was stored`);
      rows.push(...lines.map(({ record, line }) => ({ line, row: record })));
    }
  } catch (error) {
    // A file that was cut off may end in the middle of a cell.
    if (!file.truncated) throw error;
  }
  if (file.truncated) throw new UploadFault(`a file has at most ${maxBytes} bytes: nothing was stored`);
  if (rows.length === 0) throw new UploadFault('a file has at least one row');
  return rows;
}
