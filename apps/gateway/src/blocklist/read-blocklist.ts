import type { BlocklistItem } from '@payorch/contracts';
import { readCsv, type Upload } from '../uploads';
import { faultOfHeader, itemOfRow } from './domain/blocklist-item';

export interface ReadBlocklist {
  /** Those of the valid rows. Empty where the file has more rows than allowed. */
  readonly items: readonly BlocklistItem[];
  readonly rows: number;
  readonly invalidRows: number;
}

/**
 * Reads an upload to its end, because the refusal of a long one names its number of rows; rows beyond `maxRows` are
 * only counted.
 * @throws UploadFault where the file is not CSV, or lacks a column
 */
export async function readBlocklist(file: Upload, maxRows: number): Promise<ReadBlocklist> {
  const items: BlocklistItem[] = [];
  let rows = 0;
  let invalidRows = 0;
  for await (const lines of readCsv(file, faultOfHeader)) {
    rows += lines.length;
    if (rows > maxRows) {
      items.length = 0;
      continue;
    }
    for (const { record } of lines) {
      const item = itemOfRow(record);
      if (item) items.push(item);
      else invalidRows++;
    }
  }
  return { items, rows, invalidRows };
}
