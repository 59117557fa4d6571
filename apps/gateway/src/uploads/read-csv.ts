import { parse } from 'csv-parse';
import { finished, type Readable } from 'node:stream';
import { csvFaultOf } from './csv-fault';
import { formFaultOf } from './form-fault';
import { UploadFault } from './upload-fault';

export { UploadFault };

/** A streamed file; `truncated` once it exceeded the size limit. */
export type Upload = Readable & { readonly truncated?: boolean };

/** A line of an upload, by the column names of its header. */
export type CsvRecord = Readonly<Record<string, string>>;

export interface CsvLine {
  readonly record: CsvRecord;
  /** Counts the header. */
  readonly line: number;
}

/** The first error in the names of the columns; undefined for a valid header. */
export type CheckHeader = (names: readonly string[]) => string | undefined;

const checked =
  (check: CheckHeader) =>
  (header: readonly string[]): string[] => {
    const names = header.map((name) => name.trim().toLowerCase());
    const fault = check(names);
    if (fault) throw new UploadFault(fault);
    return names;
  };

interface Parsed {
  readonly record: CsvRecord;
  readonly info: { readonly records: number };
}

/**
 * The lines of an upload in groups, read with backpressure: memory holds at most one group and the parser's own buffer.
 * @throws UploadFault where the file is not CSV, or `check` finds an error in its header
 */
export async function* readCsv(file: Readable, check: CheckHeader, atOnce = 1_000): AsyncGenerator<CsvLine[]> {
  const lines = file.pipe(
    parse({
      columns: checked(check),
      info: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      max_record_size: 8_192,
    }),
  );
  // Also where the file was cut off before this reader began.
  finished(file, { writable: false }, (error) => error && lines.destroy(file.errored ?? error));
  let group: CsvLine[] = [];
  try {
    for await (const { record, info } of lines as AsyncIterable<Parsed>) {
      group.push({ record, line: info.records + 1 });
      if (group.length < atOnce) continue;
      yield group;
      group = [];
    }
  } catch (error) {
    throw csvFaultOf(error) ?? formFaultOf(error) ?? error;
  }
  if (group.length > 0) yield group;
}
