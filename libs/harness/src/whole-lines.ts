import { existsSync, readFileSync } from 'node:fs';

/** The whole lines of a file that another process appends to: of the last one, only a part may have been written. */
export function wholeLines(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.slice(0, text.lastIndexOf('\n') + 1);
}
