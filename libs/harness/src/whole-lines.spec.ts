import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { growingEntries, wholeLines } from './whole-lines';

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

describe('growing entries', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-entries-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are all entries at each call, each read once, without an incomplete last line', () => {
    const file = path.join(folder, 'ledger');
    const entries = growingEntries(file);
    expect(entries()).toEqual([]);
    writeFileSync(file, '{"seq":1,"text":"für"}\n{"seq":');
    const first = entries();
    expect(first).toEqual([{ seq: 1, text: 'für' }]);
    expect(entries()).toEqual(first);
    appendFileSync(file, '2}\n{"seq":3}\n');
    expect(entries().map(({ seq }) => seq as number)).toEqual([1, 2, 3]);
    expect(entries()[0]).toBe(first[0]);
  });

  it('are not changed by a caller that changes its list', () => {
    const file = path.join(folder, 'list');
    writeFileSync(file, '{"seq":1}\n{"seq":2}\n');
    const entries = growingEntries(file);
    entries().pop();
    expect(entries()).toHaveLength(2);
  });
});
