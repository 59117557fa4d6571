import { partitionOf } from '@payorch/platform/kafka';
import { aNote, KafkaFixture } from '../../../libs/platform/kafka/kafka.fixture';
import { deadLetterOf as asDeadLetter } from '../../../libs/platform/kafka/messages/dead-letter';
import { MessageProducer } from '../../../libs/platform/kafka/produce/producer';
import { deadLetterOf, type DeadLetter } from './dead-letter';
import { DeadLetterStore } from './dead-letter-store';
import { handledUpTo, isOpen, newAction, replayPlan } from './plan';

/** More than a replay publishes at once. */
const count = 250;
const keyCount = 7;

describe('dead letters at a broker', () => {
  let fixture: KafkaFixture;
  let producer: MessageProducer;
  let admin: ReturnType<KafkaFixture['kafka']['admin']>;
  let [origin, names] = ['', { letters: '', actions: '' }];
  let store: DeadLetterStore;

  beforeEach(async () => {
    fixture = new KafkaFixture();
    producer = new MessageProducer({ kafka: fixture.kafka, log: fixture.log });
    fixture.onClose(() => producer.close());
    admin = fixture.kafka.admin();
    await admin.connect();
    fixture.onClose(() => admin.disconnect());
    origin = await fixture.topic(4);
    const compacted = [{ name: 'cleanup.policy', value: 'compact' }];
    names = { letters: await fixture.topic(1), actions: await fixture.topic(1, compacted) };
    store = new DeadLetterStore(fixture.kafka, admin, names);
    const letters = Array.from({ length: count }, (_, n) => {
      const { key, value, headers } = aNote(origin, `key-${n % keyCount}`, n);
      const raw = { topic: origin, partition: 0, offset: String(n), timestamp: '0', key: Buffer.from(key!), value };
      const withCard = n === 0 ? { ...headers, ce_partitionkey: 'account' } : headers;
      return { ...asDeadLetter({ ...raw, headers: withCard }, 'Fault: thirteen'), topic: names.letters };
    });
    await producer.send(letters);
  });
  afterEach(() => fixture.close());

  const all = async () => {
    const letters: DeadLetter[] = [];
    await store.read((record) => void letters.push(deadLetterOf(record)));
    return { letters, actions: await store.actions() };
  };
  const replayAll = async (onProgress?: (done: number) => void) => {
    const { letters, actions } = await all();
    const context = { now: new Date(), topics: await store.topics(), isCertain: false };
    const { replay } = replayPlan(letters, actions, {}, context);
    const letterOf = new Map(letters.map((letter) => [letter.offset, letter]));
    const actionOf = (offset: string) =>
      newAction(letterOf.get(offset)!, actions, { by: 'ada', reason: null }, new Date());
    await store.replay(replay, actionOf, onProgress);
    return replay.length;
  };
  /** The records of the topic of origin, by another store that reads it partition by partition. */
  const published = async () => {
    const found: { key: string; n: number; partition: number; headers: string[] }[] = [];
    const consumer = fixture.kafka.consumer({ groupId: `${origin}.reader`, maxWaitTimeInMs: 100 });
    await consumer.connect();
    await consumer.subscribe({ topics: [origin], fromBeginning: true });
    const ends = await admin.fetchTopicOffsets(origin);
    const total = ends.reduce((sum, { high }) => sum + Number(high), 0);
    await new Promise<void>((resolve, reject) => {
      consumer
        .run({
          autoCommit: false,
          eachMessage: async ({ partition, message }) => {
            const { n } = JSON.parse(message.value!.toString()) as { n: number };
            found.push({ key: message.key!.toString(), n, partition, headers: Object.keys(message.headers ?? {}) });
            if (found.length === total) resolve();
          },
        })
        .catch(reject);
    });
    await consumer.disconnect();
    return found;
  };

  it('a replay publishes each message once on its topic of origin, in the order of its key, without the headers of a dead letter', async () => {
    const progress: number[] = [];
    expect(await replayAll((done) => progress.push(done))).toBe(count);
    expect(progress).toEqual([100, 200, 250]);
    const found = await published();
    expect(found).toHaveLength(count);
    for (let k = 0; k < keyCount; k += 1) {
      const ofKey = found.filter(({ key, n }) => key === `key-${k}` && n !== 0);
      expect(ofKey.map(({ n }) => n)).toEqual(ofKey.map(({ n }) => n).toSorted((one, other) => one - other));
      expect(new Set(ofKey.map(({ partition }) => partition))).toEqual(new Set([partitionOf(`key-${k}`, 4)]));
    }
    // This one is put into a partition by its account.
    expect(found.find(({ n }) => n === 0)?.partition).toBe(partitionOf('account', 4));
    expect(found.flatMap(({ headers }) => headers.filter((name) => name.startsWith('x-')))).toEqual([]);
    expect(await replayAll()).toBe(0);
  });

  it('a replay that is ended goes on where it was, and records who replayed each message', async () => {
    const ended = replayAll((done) => {
      if (done === 200) throw new Error('ended');
    });
    await expect(ended).rejects.toThrow('ended');
    expect(await replayAll()).toBe(50);
    expect((await published()).map(({ n }) => n).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: count }, (_, n) => n),
    );
    const { letters, actions } = await all();
    expect(letters.filter((letter) => isOpen(letter, actions))).toEqual([]);
    expect(actions.get(letters[0]!.offset)).toMatchObject({ state: 'replayed', by: 'ada', cause: 'Fault: thirteen' });
  });

  it('dropped messages are never replayed, and handled records are deleted up to the oldest open one', async () => {
    const { letters, actions } = await all();
    const actionOf = (offset: string) =>
      newAction(letters[Number(offset)]!, actions, { by: 'ada', reason: 'not needed' }, new Date());
    await store.drop(
      ['0', '1', '2', '4'].map((offset) => offset),
      actionOf,
    );
    const after = await all();
    await store.deleteBefore(handledUpTo(after.letters, after.actions)!);
    expect((await all()).letters.slice(0, 2).map(({ offset }) => offset)).toEqual(['3', '4']);
    expect(await replayAll()).toBe(count - 4);
    expect((await published()).map(({ n }) => n)).not.toContain(4);
    const last = await all();
    await store.deleteBefore(handledUpTo(last.letters, last.actions)!);
    expect((await all()).letters).toEqual([]);
    expect((await store.actions()).size).toBe(count);
  });
});
