import { areRowsResealed, dataSealsIn, olderDataKeys, rotationsOf } from './data-key-rotation';

const text = (rotations: number, waiting: number) =>
  `seals_waiting{ring="sealing",kid="seal_1"} 9\nseals_waiting{ring="data",kid="${rotations}"} ${waiting}\nother 1\n`;

it('the rows of a service are resealed when its process knows all data keys and nothing waits', () => {
  expect(dataSealsIn(text(3, 12))).toEqual({ rotations: 3, waiting: 12 });
  expect(dataSealsIn('seals_waiting{ring="sealing",kid="1"} 0\n')).toBeUndefined();
  expect(areRowsResealed(text(3, 0), 3)).toBe(true);
  expect(areRowsResealed(text(4, 0), 3)).toBe(true);
  expect(areRowsResealed(text(3, 1), 3)).toBe(false);
  expect(areRowsResealed(text(2, 0), 3)).toBe(false);
  expect(areRowsResealed('', 0)).toBe(false);
});

const key = (version: number, createdAt = '2026-01-05T10:00:00Z') => ({ version, createdAt: new Date(createdAt) });

it('rotations count the data keys after the first of each merchant, retired ones too', () => {
  expect(rotationsOf([[key(1)], [key(1), key(2), key(3)], [key(4)], []])).toBe(5);
  expect(rotationsOf([])).toBe(0);
});

it('messages name a data key for their retention after the next key was made', () => {
  const keys = [key(1, '2026-01-01T10:00:00Z'), key(2, '2026-01-05T09:58:00Z'), key(4, '2026-01-05T09:59:30Z')];
  expect(olderDataKeys(keys, 60_000, new Date('2026-01-05T10:00:00Z'))).toEqual([
    { version: 1, namedForMs: 0 },
    { version: 2, namedForMs: 30_000 },
  ]);
  expect(olderDataKeys([key(3)], 60_000)).toEqual([]);
});
