import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import type { Json } from './http';

/** The complete lines of a file to which another process appends; an incomplete last line is left out. */
export function wholeLines(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

/** The bytes of a file from this position on. */
function bytesFrom(file: string, position: number): Buffer {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(handle).size - position));
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, position));
  } finally {
    closeSync(handle);
  }
}

/**
 * Reads a file to which another process appends one JSON object per line. Each call returns all entries, and parses only the
 * lines that came since the call before: journeys that wait for an entry call it hundreds of times.
 */
export function growingEntries(file: string): () => Json[] {
  const entries: Json[] = [];
  let position = 0;
  return () => {
    const bytes = existsSync(file) ? bytesFrom(file, position) : Buffer.alloc(0);
    const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
    position += whole.length;
    for (const line of whole.toString('utf8').split('\n')) if (line !== '') entries.push(JSON.parse(line));
    return [...entries];
  };
}
