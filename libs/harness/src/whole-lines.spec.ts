import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jsonLines, wholeLines } from './whole-lines';

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

describe('the entries of a file of JSON lines', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-entries-'));
  const file = path.join(folder, 'file');
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(() => rmSync(file, { force: true }));

  it('grow with its complete lines', () => {
    const entries = jsonLines<{ name: string }>(file);
    const names = () => entries().map(({ name }) => name);
    expect(names()).toEqual([]);
    appendFileSync(file, '{"name":"Zoë"}\n{"name":"b"}\n{"na');
    expect([names(), names()]).toEqual([
      ['Zoë', 'b'],
      ['Zoë', 'b'],
    ]);
    appendFileSync(file, 'me":"c"}\n');
    expect(names()).toEqual(['Zoë', 'b', 'c']);
  });

  it('belong to the caller: one that sorts or shortens its list changes no other', () => {
    writeFileSync(file, '1\n2\n');
    const entries = jsonLines<number>(file);
    entries().length = 0;
    expect(entries()).toEqual([1, 2]);
  });

  it('cannot be read from a file that became shorter', () => {
    writeFileSync(file, '1\n2\n');
    const entries = jsonLines<number>(file);
    entries();
    writeFileSync(file, '1\n');
    expect(entries).toThrow('became shorter');
  });
});
