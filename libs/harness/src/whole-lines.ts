import { existsSync, readFileSync } from 'node:fs';

/** The complete lines of a file to which another process appends; an incomplete last line is left out. */
export function wholeLines(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.slice(0, text.lastIndexOf('\n') + 1);
}
