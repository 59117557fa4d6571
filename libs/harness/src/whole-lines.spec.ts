import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wholeLines } from './whole-lines';

describe('whole lines', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-lines-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['of a file that ends with a line', 'one\ntwo\n', 'one\ntwo\n'],
    ['before an incomplete last line', '{"seq":1}\n{"se', '{"seq":1}\n'],
    ['of a file with an incomplete first line: none', '{"se', ''],
    ['of an empty file: none', '', ''],
  ])('are those %s', (_case, content, lines) => {
    const file = path.join(folder, 'file');
    writeFileSync(file, content);
    expect(wholeLines(file)).toBe(lines);
  });

  it('are none for a missing file', () => expect(wholeLines(path.join(folder, 'none'))).toBe(''));
});
