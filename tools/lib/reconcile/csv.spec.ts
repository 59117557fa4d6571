import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine } from './csv';

it.each<[string | number | null, string]>([
  ['pay_1', 'pay_1'],
  [null, ''],
  [-5, '-5'],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\t=1', "'\t=1"],
])('%j is written as %j', (value, cell) => expect(csvLine([value])).toBe(`${cell}\r\n`));

it('a reader gets every text back, without one that begins as a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 6 }), (cells) => {
      const [row] = parse(csvLine(cells), { record_delimiter: '\r\n' }) as string[][];
      expect(row!.map((text, n) => text === cells[n] || text === `'${cells[n]}`)).toEqual(cells.map(() => true));
      expect(row!.some((text) => /^[=+\-@\t\r]/.test(text))).toBe(false);
    }),
  );
});
