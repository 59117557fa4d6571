import { topics, type TopicSpec } from '@payorch/contracts';
import { lifecycleTopicOf, publicObjects, readModelRows, snapshotTopicOf, unreadPartitions } from './read-model-rows';

const event = (key: string, version: number, source = 'payments') => ({
  key: Buffer.from(key),
  value: Buffer.from(JSON.stringify({ version })),
  headers: { ce_source: Buffer.from(source), ce_type: Buffer.from(`payment.v${version}`) },
});

it('a batch has of each object the newest version, whatever the order of its events', () => {
  const batch = [event('m/b', 1), event('m/a', 3), event('m/a', 2), event('m/b', 2)];
  expect(readModelRows('payments.lifecycle', batch)).toEqual([
    { key: 'm/a', version: 3, type: 'payment.v3', state: { version: 3 } },
    { key: 'm/b', version: 2, type: 'payment.v2', state: { version: 2 } },
  ]);
});

it('the refunds on the topic of payments are no payments', () =>
  expect(readModelRows('payments.lifecycle', [event('m/a', 1, 'refunds')])).toEqual([]));

it.each<[string, [string, bigint][], string[]]>([
  ['nothing is read', [], ['t/0']],
  ['a part is read', [['t/0', 4n]], ['t/0']],
  ['everything is read', [['t/0', 5n]], []],
])('%s, and an empty partition needs no reading', (_name, read, left) => {
  const ends = new Map([
    ['t/0', { low: 2n, high: 5n }],
    ['t/1', { low: 7n, high: 7n }],
  ]);
  expect(unreadPartitions(ends, new Map(read))).toEqual(left);
});

it('every snapshot topic of the contracts is that of an object here', () => {
  const declared = Object.values<TopicSpec>(topics).flatMap(({ name, latestOf }) =>
    latestOf ? [[name, latestOf]] : [],
  );
  const here = publicObjects.map((one) => [snapshotTopicOf(one), lifecycleTopicOf(one)]);
  expect(here.sort()).toEqual(declared.sort());
});
