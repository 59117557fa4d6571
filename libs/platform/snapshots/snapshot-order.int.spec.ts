import { freshSchema } from '@payorch/harness';
import { randomUUID } from 'node:crypto';
import { type Outgoing, relayUpdated } from '@payorch/contracts';
import { encode, MessageProducer, SnapshotTransport } from '@payorch/platform/kafka';
import { TopicReader } from '../kafka/consume/topic-reader';
import { aContext, KafkaFixture, until } from '../kafka/kafka.fixture';
import { BackfillFixture, eventOf, thingsOn } from './backfill.fixture';

jest.setTimeout(120_000);

const ids = Array.from({ length: 150 }, (_, number) => `thing_${String(number).padStart(3, '0')}`);
const someIds = ids.filter((_, number) => number % 3 === 0);

let kafka: KafkaFixture;
let things: BackfillFixture;
let producer: MessageProducer;
beforeAll(async () => {
  [things, kafka] = [await BackfillFixture.open(await freshSchema('payments')), new KafkaFixture()];
  producer = new MessageProducer(kafka);
  kafka.onClose(() => producer.close());
});
afterAll(async () => {
  await kafka.close();
  await things.close();
});

/** All versions of each object on the snapshot topic, in order. */
async function versionsOn(topic: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const versions = new Map<string, number[]>();
  const reader = new TopicReader({
    kafka: kafka.kafka,
    log: kafka.log,
    topic,
    from: 'beginning',
    onBatch: ({ messages }) => {
      for (const { value } of messages) {
        const { relayId, version } = JSON.parse(String(value)) as { relayId: string; version: number };
        versions.set(relayId, [...(versions.get(relayId) ?? []), version]);
      }
    },
  });
  await reader.start();
  await reader.caughtUp;
  await reader.close();
  return versions;
}

const ascending = (versions: readonly number[]) =>
  versions.every((version, at) => at === 0 || version >= versions[at - 1]!);

it('objects change, instances are killed and members copy, and no older state follows a newer one', async () => {
  const lifecycle = await kafka.topic(3, [], `relays.${randomUUID()}`);
  const snapshots = await kafka.topic(3, [{ name: 'cleanup.policy', value: 'compact' }]);
  const known = [thingsOn(snapshots)];
  await things.add(ids);
  const publish = async (id: string) => {
    const version = await things.change(id);
    const data = eventOf({ merchant_id: 'merchant_a', thing_id: id, version });
    const event = encode(
      { ...({ message: relayUpdated, data } as Outgoing), context: aContext() },
      undefined,
      'https://pay.example.com',
    );
    await producer.send([{ ...event, topic: lifecycle }]);
  };
  // Two versions that are on the lifecycle topic before the first start.
  await publish(ids[0]!);
  await publish(ids[0]!);
  const transport = new SnapshotTransport({
    kafka: kafka.kafka,
    log: kafka.log,
    producer,
    groupId: `spec.${randomUUID()}`,
    snapshotsOf: new Map([[lifecycle, snapshots]]),
  });
  await transport.start();
  let pages = 0;
  /** An instance that is killed after a page of its own, before it commits the page. */
  const killed = () => {
    const send: MessageProducer['send'] = async (messages, options) => {
      await producer.send(messages, options);
      if (++pages % 4 === 0) throw new Error('killed');
    };
    return things.backfill({ known, producer: { send }, hasCopied: () => transport.hasCopied(), pageRows: 7 });
  };
  const changing = (async () => {
    for (const id of [...someIds].reverse()) {
      await publish(id);
      await publish(id);
    }
  })();
  await until(
    async () => {
      await killed().round();
      return (await things.position())['is_finished'] === true;
    },
    'the backfill has finished',
    90_000,
  );
  await changing;
  const present = (await things.database.query('SELECT thing_id, version FROM things')) as {
    thing_id: string;
    version: number;
  }[];
  await until(async () => {
    const versions = await versionsOn(snapshots);
    return present.every(({ thing_id, version }) => versions.get(thing_id)?.at(-1) === version);
  }, 'the newest state of each object is the last one');
  const versions = await versionsOn(snapshots);
  expect([...versions].filter(([, of]) => !ascending(of))).toEqual([]);
  expect([...versions.keys()].sort()).toEqual(ids);
  await transport.close();
});
