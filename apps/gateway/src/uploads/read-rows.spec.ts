import { Readable } from 'node:stream';
import { readRows } from './read-rows';

const limits = { maxRows: 3, maxBytes: 1_000 };
const check = (names: readonly string[]) => (names.includes('a') ? undefined : 'missing column `a`');
const read = (content: string, more: object = {}) =>
  readRows(Object.assign(Readable.from([Buffer.from(content)]), more), check, limits);

it('rows are read with their lines', async () =>
  expect(await read('a,b\n1,2\n\n3,\n')).toEqual([
    { line: 2, row: { a: '1', b: '2' } },
    { line: 3, row: { a: '3', b: '' } },
  ]));

it.each([
  ['too many rows', 'a\n1\n2\n3\n4\n', {}, 'a file has at most 3 rows: nothing was stored'],
  ['too many bytes', 'a\n1\n', { truncated: true }, 'a file has at most 1000 bytes: nothing was stored'],
  ['too many bytes, cut off in a cell', 'a\n"1', { truncated: true }, 'a file has at most 1000 bytes'],
  ['no row', 'a\n', {}, 'a file has at least one row'],
  ['a wrong header', 'b\n1\n', {}, 'missing column `a`'],
  ['a cell without its end', 'a\n"1\n', {}, 'Quote Not Closed'],
])('a file with %s is refused', (_, content, more, fault) => expect(read(content, more)).rejects.toThrow(fault));
