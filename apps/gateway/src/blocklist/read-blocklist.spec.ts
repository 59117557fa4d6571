import { Readable } from 'node:stream';
import { readBlocklist } from './read-blocklist';

const read = (text: string, maxRows = 10) => readBlocklist(Readable.from([Buffer.from(text)]), maxRows);

it('an upload is read with its invalid rows counted', async () =>
  expect(await read('type,data\ncard_bin,424242\ncard_bin,42\ncard_bin,424242\n\nfingerprint,a3f5\n')).toEqual({
    items: [
      { dataKind: 'card_bin', data: '424242' },
      { dataKind: 'card_bin', data: '424242' },
      { dataKind: 'payment_method', data: 'a3f5' },
    ],
    rows: 4,
    invalidRows: 1,
  }));

it('an upload with too many rows is counted to its end, and none is kept', async () =>
  expect(await read(`type,data\n${'card_bin,424242\n'.repeat(2_500)}`, 2)).toEqual({
    items: [],
    rows: 2_500,
    invalidRows: 0,
  }));

it.each([
  ['a file without the columns', 'a,b\n1,2\n', 'missing column `data`'],
  ['an empty line where the header belongs', '\ntype\ncard_bin\n', 'missing column `data`'],
])('%s is refused', (_, text, fault) => expect(read(text)).rejects.toThrow(fault));
