import { Readable } from 'node:stream';
import { readUpload } from './card-upload';

async function read(text: string, maxRows = 10, atOnce = 2) {
  const groups = [];
  for await (const group of readUpload(Readable.from([Buffer.from(text)]), { maxRows }, atOnce)) groups.push(group);
  return groups;
}

const header = 'card_iin,card_issuer,card_network,card_type';

it('an upload is read in batches with line numbers that count the header', async () => {
  const text = `\uFEFF${header}\r\n424242,"Bank, of \r\nJersey",Visa,CREDIT\r\n\r\n42424299,,,\r\n555555,B,Mastercard,\r\n`;
  expect(await read(text)).toEqual([
    [
      {
        kind: 'row',
        line: 2,
        info: { card_iin: '424242', card_issuer: 'Bank, of \r\nJersey', card_network: 'Visa', card_type: 'CREDIT' },
      },
      { kind: 'row', line: 3, info: { card_iin: '42424299' } },
    ],
    [{ kind: 'row', line: 4, info: { card_iin: '555555', card_issuer: 'B', card_network: 'Mastercard' } }],
  ]);
});

it.each([
  ['4242', 'card_iin must have 6 or 8 digits'],
  ['42424x', 'card_iin must have 6 or 8 digits'],
  ['424242,Bank,Vista', 'card_network is none that is known'],
  [`424242,${'x'.repeat(256)},`, 'card_issuer must be at most 255 characters long'],
])('the row %.20s has an error', async (row, error) => {
  const cells = [...row.split(','), '', '', ''].slice(0, 4).join(',');
  expect(await read(`${header}\n${cells}\n`)).toMatchObject([[{ kind: 'wrong', line: 2, error }]]);
});

it.each([
  ['an unknown column', 'card_iin,card_isuer\n424242,B\n', 'unknown column `card_isuer`'],
  ['no key', 'card_issuer\nB\n', 'missing column `card_iin`'],
  ['rows of another length', `${header}\n424242\n`, 'Invalid Record Length'],
  ['a quote that never ends', `${header}\n"424242\n`, 'Quote Not Closed'],
  ['too many rows', `${header}\n${'424242,,,\n'.repeat(11)}`, 'a file holds at most 10 rows'],
])(
  'a file with %s is refused',
  async (_, text, message) =>
    await expect(read(text)).rejects.toMatchObject({
      name: 'UploadFault',
      message: expect.stringContaining(message) as unknown,
    }),
);
