import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nameOf, publicMessages } from '@payorch/contracts';
import type { RawRecord } from './codec';
import { newestEvents, versionIn } from './newest-events';

const golden = path.join(__dirname, '../../../contracts/src/golden');

const event = (key: string | null, version: number, source = 'payments'): RawRecord => ({
  topic: 'payments.lifecycle',
  partition: 0,
  offset: '0',
  timestamp: '0',
  key: key === null ? null : Buffer.from(key),
  value: Buffer.from(JSON.stringify({ version })),
  headers: { ce_source: Buffer.from(source), ce_id: Buffer.from(`${key}.${version}`) },
});
const copied = (...records: RawRecord[]) =>
  newestEvents(records, 'payments.snapshots').map(({ key, value }) => [key, JSON.parse(String(value)).version]);

it.each<[string, RawRecord[], unknown[]]>([
  [
    'of each key the newest',
    [event('a', 1), event('b', 1), event('a', 2)],
    [
      ['b', 1],
      ['a', 2],
    ],
  ],
  ['an event that comes again does not replace a newer one', [event('a', 1), event('a', 2), event('a', 1)], [['a', 2]]],
  ['no guest of the topic', [event('a', 1, 'refunds'), event('b', 1)], [['b', 1]]],
  ['nothing without a key', [event(null, 1)], []],
])('%s', (_name, records, expected) => expect(copied(...records)).toEqual(expected));

it('a copy has the key, the headers and the bytes of the event', () => {
  const record = event('a', 3);
  expect(newestEvents([record], 'payments.snapshots')).toEqual([
    { topic: 'payments.snapshots', key: 'a', value: record.value, headers: { ce_source: 'payments', ce_id: 'a.3' } },
  ]);
});

it('a body that does not read is older than one that does', () => {
  const unreadable = { ...event('a', 0), value: Buffer.from('{') };
  expect(copied(event('a', 1), unreadable)).toEqual([['a', 1]]);
});

it.each(publicMessages.map(nameOf))('the version of %s is found without parsing', (name) => {
  const body = JSON.parse(readFileSync(path.join(golden, `${name}.json`), 'utf8')) as { readonly version: number };
  expect(versionIn(Buffer.from(JSON.stringify(body)))).toBe(body.version);
});

it('a text that looks like a version is none', () =>
  expect(versionIn(Buffer.from(JSON.stringify({ paymentId: '"version":9', version: 2 })))).toBe(2));
