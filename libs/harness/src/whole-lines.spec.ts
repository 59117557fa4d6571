import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wholeLines } from './whole-lines';

describe('whole lines', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-lines-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['of a file that ends with a line', 'one\ntwo\n', 'one\ntwo\n'],
    ['without the line that is being written', '{"seq":1}\n{"se', '{"seq":1}\n'],
    ['of a file whose first line is being written', '{"se', ''],
    ['of an empty file', '', ''],
  ])('%s', (_case, content, lines) => {
    const file = path.join(folder, 'file');
    writeFileSync(file, content);
    expect(wholeLines(file)).toBe(lines);
  });

  it('of a file that is not there yet: none', () => expect(wholeLines(path.join(folder, 'none'))).toBe(''));
});
