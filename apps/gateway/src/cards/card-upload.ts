import type { Readable } from 'node:stream';
import { readCsv, UploadFault } from '../uploads';
import { faultOfHeader, readRow, type ReadRow } from './domain/card-info-csv';

export interface UploadLimits {
  readonly maxRows: number;
}

/**
 * The rows of an upload in batches.
 * @throws UploadFault where the file is not CSV, lacks its key column, or has too many rows
 */
export async function* readUpload(
  file: Readable,
  { maxRows }: UploadLimits,
  atOnce = 1_000,
): AsyncGenerator<ReadRow[]> {
  let count = 0;
  for await (const lines of readCsv(file, faultOfHeader, atOnce)) {
    const taken = lines.slice(0, maxRows - count);
    count += lines.length;
    if (taken.length > 0) yield taken.map(({ record, line }) => readRow(record, line));
    if (count > maxRows) throw new UploadFault(`a file holds at most ${maxRows} rows; all before that are stored`);
  }
}
