import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** The complete lines of a file to which another process appends; an incomplete last line is left out. */
export function wholeLines(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

/** The bytes of a file from an offset to its end. */
function bytesFrom(file: string, offset: number): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size < offset) throw new Error(`${file} became shorter`);
    const bytes = Buffer.alloc(size - offset);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, offset));
  } finally {
    closeSync(descriptor);
  }
}

/** Reads the entries of a file to which another process appends JSON lines. Each call reads and parses only the new lines. */
export function jsonLines<Entry>(file: string): () => Entry[] {
  const entries: Entry[] = [];
  let offset = 0;
  return () => {
    const bytes = existsSync(file) ? bytesFrom(file, offset) : Buffer.alloc(0);
    const end = bytes.lastIndexOf('\n') + 1;
    const lines = bytes.toString('utf8', 0, end).split('\n');
    for (const line of lines) if (line !== '') entries.push(JSON.parse(line) as Entry);
    offset += end;
    return [...entries];
  };
}
