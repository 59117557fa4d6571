import { randomUUID } from 'node:crypto';
import type { EncodedMessage } from '../messages/envelope';
import { KafkaFixture, until } from '../kafka.fixture';
import { TopicReader } from '../consume/topic-reader';
import { MessageProducer } from '../produce/producer';
import { SnapshotTransport } from './snapshot-transport';

jest.setTimeout(60_000);

let fixture: KafkaFixture;
let producer: MessageProducer;
let lifecycle: string;
let snapshots: string;
let groupId: string;
beforeEach(async () => {
  fixture = new KafkaFixture();
  producer = new MessageProducer(fixture);
  lifecycle = await fixture.topic(2);
  snapshots = await fixture.topic(2, [{ name: 'cleanup.policy', value: 'compact' }]);
  groupId = `spec.${randomUUID()}`;
  fixture.onClose(() => producer.close());
});
afterEach(() => fixture.close());

/** The topics of the spec are named `spec.…`. */
const event = (key: string, version: number): EncodedMessage => ({
  topic: lifecycle,
  key,
  value: Buffer.from(JSON.stringify({ version })),
  headers: { ce_source: 'spec', ce_id: `${key}.${version}` },
});

async function started(): Promise<SnapshotTransport> {
  const { kafka, log } = fixture;
  const transport = new SnapshotTransport({
    kafka,
    log,
    producer,
    groupId,
    snapshotsOf: new Map([[lifecycle, snapshots]]),
  });
  await transport.start();
  return transport;
}

/** The last version of each key on the snapshot topic, as a new reader ends with it. */
async function lastVersions(): Promise<Record<string, number>> {
  const last: Record<string, number> = {};
  const { kafka, log } = fixture;
  const reader = new TopicReader({
    kafka,
    log,
    topic: snapshots,
    from: 'beginning',
    onBatch: ({ messages }) => {
      for (const { key, value } of messages)
        last[String(key)] = (JSON.parse(String(value)) as { version: number }).version;
    },
  });
  await reader.start();
  await reader.caughtUp;
  await reader.close();
  return last;
}

const untilLast = (expected: Record<string, number>): Promise<void> =>
  until(
    async () => {
      const last = await lastVersions();
      return Object.entries(expected).every(([key, version]) => last[key] === version);
    },
    `the snapshots are ${JSON.stringify(expected)}`,
  );

it('what was on the topic before the first start, and what comes later, ends as the newest of each key', async () => {
  await producer.send([event('a', 1), event('b', 1), event('a', 2)]);
  const transport = await started();
  await untilLast({ a: 2, b: 1 });
  await producer.send([event('b', 2), event('c', 1)]);
  await untilLast({ a: 2, b: 2, c: 1 });
  await transport.close();
});

it('another member goes on from the offset of the one before, and one that copies again ends with the newest', async () => {
  await producer.send([event('a', 1), event('a', 2)]);
  const first = await started();
  await untilLast({ a: 2 });
  await first.close();
  await producer.send([event('a', 3)]);
  const second = await started();
  await untilLast({ a: 3 });
  await second.close();
  // As after a crash before the commit: everything is copied again.
  groupId = `spec.${randomUUID()}`;
  const third = await started();
  await until(async () => (await fixture.committed(groupId, lifecycle)) === 3, 'all is copied again');
  expect(await lastVersions()).toEqual({ a: 3 });
  await third.close();
});
