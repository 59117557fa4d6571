import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { UsageProblem } from './command-line.mjs';

/**
 * What a settlement file says of each object, by kind, and its rows that cannot be read. Rows of which no reconciliation compares
 * anything, such as fees, are left out. The rows of the file are in memory together.
 */
export async function readSettlementFile(file, format, { settlementFileOf, missingColumns, SettledRows }) {
  const reader = settlementFileOf(format);
  if (!reader) throw new UsageProblem(`${format} has no reader of settlement files`, '--format <connector>');
  const rows = new SettledRows();
  const unreadable = [];
  const parser = createReadStream(file).pipe(parse({ bom: true, columns: true, skip_empty_lines: true, info: true }));
  let isFirst = true;
  try {
    for await (const { record, info } of parser) {
      const missing = isFirst ? missingColumns(reader, Object.keys(record)) : [];
      isFirst = false;
      if (missing.length > 0)
        throw new UsageProblem(`${file} has no column ${missing.join(', ')}`, `the report "${reader.report}"`);
      const read = reader.read(record);
      if (read.kind === 'record') rows.add(read.record);
      else if (read.kind === 'unreadable') unreadable.push({ line: info.lines, why: read.why });
    }
  } catch (error) {
    if (error instanceof UsageProblem) throw error;
    throw new UsageProblem(`${file} cannot be read: ${error.message}`);
  }
  return { recordsOf: (kind) => rows.records(kind), unreadable };
}
