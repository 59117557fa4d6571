import { parse } from 'csv-parse';
import type { Readable } from 'node:stream';
import { faultOfHeader, readRow, type CsvRecord, type ReadRow } from './domain/card-info-csv';

/** A streamed file; `truncated` once it exceeded the size limit. */
export type Upload = Readable & { readonly truncated?: boolean };

export interface UploadLimits {
  readonly maxRows: number;
}

/** An upload that cannot be read to its end; the message is for the operator. */
export class UploadFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UploadFault';
  }
}

const checkedHeader = (header: readonly string[]): string[] => {
  const names = header.map((name) => name.trim().toLowerCase());
  const fault = faultOfHeader(names);
  if (fault) throw new UploadFault(fault);
  return names;
};

interface Line {
  readonly record: CsvRecord;
  readonly info: { readonly records: number };
}

/**
 * The rows of an upload in batches, read with backpressure: memory holds at most one batch and the parser's own buffer.
 * @throws UploadFault where the file is not CSV, lacks its key column, or has too many rows
 */
export async function* readUpload(
  file: Readable,
  { maxRows }: UploadLimits,
  atOnce = 1_000,
): AsyncGenerator<ReadRow[]> {
  const lines = file.pipe(
    parse({
      columns: checkedHeader,
      info: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      max_record_size: 8_192,
    }),
  );
  file.once('error', (error) => lines.destroy(error));
  let group: ReadRow[] = [];
  let count = 0;
  try {
    for await (const { record, info } of lines as AsyncIterable<Line>) {
      if (++count > maxRows) throw new UploadFault(`a file holds at most ${maxRows} rows; all before that are stored`);
      group.push(readRow(record, info.records + 1));
      if (group.length < atOnce) continue;
      yield group;
      group = [];
    }
  } catch (error) {
    throw isCsvFault(error) ? new UploadFault(error.message) : error;
  }
  if (group.length > 0) yield group;
}

/** The CSV library marks its errors by code; their messages contain no cell. */
const isCsvFault = (error: unknown): error is Error =>
  error instanceof Error && String((error as { code?: unknown }).code).startsWith('CSV_');
