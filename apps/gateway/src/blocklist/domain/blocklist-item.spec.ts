import { isRefusal, refuse } from '@payorch/contracts';
import type { BlocklistRequest } from '@payorch/rest';
import { faultOfHeader, itemOf, itemOfRow } from './blocklist-item';

const six = refuse('invalid_format', { field: 'data', expected: 'a 6 digit number' });
const eight = refuse('invalid_format', { field: 'data', expected: 'an 8 digit number' });

it.each<[BlocklistRequest['type'], string, unknown]>([
  ['card_bin', '424242', { dataKind: 'card_bin', data: '424242' }],
  ['card_bin', '42424', six],
  ['card_bin', '4242424', six],
  ['card_bin', '42424x', six],
  ['card_bin', '', six],
  ['extended_card_bin', '42424242', { dataKind: 'extended_card_bin', data: '42424242' }],
  ['extended_card_bin', '424242', eight],
  ['fingerprint', 'a3f5', { dataKind: 'payment_method', data: 'a3f5' }],
])('a request of type %s for %s', (type, data, expected) => expect(itemOf({ type, data })).toEqual(expected));

it.each([
  ['an empty text', ''],
  ['a long text', 'x'.repeat(65)],
  ['blanks', 'a b'],
  ['a card number', '4242424242424242'],
  ['letters beyond ASCII', 'é'],
])('a fingerprint is not %s', (_, data) => expect(isRefusal(itemOf({ type: 'fingerprint', data }))).toBe(true));

it.each([
  [
    { type: 'card_bin', data: '424242' },
    { dataKind: 'card_bin', data: '424242' },
  ],
  [
    { data_kind: 'card_bin', data: '424242' },
    { dataKind: 'card_bin', data: '424242' },
  ],
  [
    { type: 'fingerprint', data: 'a3f5' },
    { dataKind: 'payment_method', data: 'a3f5' },
  ],
  [
    { data_kind: 'payment_method', data: 'a3f5' },
    { dataKind: 'payment_method', data: 'a3f5' },
  ],
  [{ type: 'extended_card_bin', data: '424242' }, undefined],
  [{ type: 'bin', data: '424242' }, undefined],
  [{ data: '424242' }, undefined],
  [{ type: 'toString', data: '424242' }, undefined],
])('the row %j of an upload', (row, expected) => expect(itemOfRow(row)).toEqual(expected));

it.each([
  [['type', 'data'], undefined],
  [['data_kind', 'data', 'comment'], undefined],
  [['type'], 'missing column `data`'],
  [['data'], 'missing column `type`'],
])('the header %j', (names, fault) => expect(faultOfHeader(names)).toBe(fault));
