import { PassThrough, type Readable } from 'node:stream';

export interface Results {
  /** A JSON array that grows while the rows are handled. */
  readonly stream: Readable;
  /** Resolves once every row is handled, or the reader has gone. */
  readonly done: Promise<void>;
}

/**
 * Handles rows, several at once, and writes the result of each as JSON in the order of the rows: the reader sees how far
 * the upload is. No further row begins once the reader has gone. `handle` must not reject.
 */
export function streamResults<Row>(
  rows: readonly Row[],
  handle: (row: Row) => Promise<object>,
  atOnce: number,
): Results {
  const stream = new PassThrough();
  // The reader may go at any time: what is written then is lost, and the rows may be sent again.
  stream.on('error', () => undefined);
  return { stream, done: writeAll(stream, rows, handle, atOnce) };
}

async function writeAll<Row>(
  stream: PassThrough,
  rows: readonly Row[],
  handle: (row: Row) => Promise<object>,
  atOnce: number,
): Promise<void> {
  const running: Promise<object>[] = [];
  let separator = '[';
  const writeNext = async (): Promise<void> => {
    const result = await running.shift();
    stream.write(separator + JSON.stringify(result));
    separator = ',';
  };
  for (const row of rows) {
    if (stream.destroyed) break;
    running.push(handle(row));
    if (running.length >= atOnce) await writeNext();
  }
  while (running.length > 0) await writeNext();
  stream.end(rows.length === 0 ? '[]' : ']');
}
