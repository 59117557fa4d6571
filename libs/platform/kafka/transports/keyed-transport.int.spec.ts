import { randomUUID } from 'node:crypto';
import { topics, type MessageDefinition } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { encode, headerText } from '../messages/codec';
import type { Incoming } from '../messages/envelope';
import { aContext, aNote, handleNotes, KafkaFixture, type Noted, noteOn, until } from '../kafka.fixture';
import { KeyedTransport, type KeyedTransportOptions } from './keyed-transport';
import { MessageProducer } from '../produce/producer';
import { TopicReader } from '../consume/topic-reader';

interface Overrides extends Partial<KeyedTransportOptions> {
  readonly handler?: (incoming: Incoming) => Promise<void>;
  readonly onExpired?: (incoming: Incoming) => Promise<void>;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('KeyedTransport', () => {
  let fixture: KafkaFixture;
  let producer: MessageProducer;
  let topic: string;
  let groupId: string;
  let handled: Noted[];
  const note = async ({ data }: Incoming): Promise<void> => void handled.push(data as Noted);

  const open = async ({ handler = note, onExpired, ...overrides }: Overrides = {}): Promise<KeyedTransport> => {
    const transport = new KeyedTransport({
      kafka: fixture.kafka,
      log: fixture.log,
      producer,
      groupId,
      topics: [topic],
      commitEveryMs: 50,
      times: { heartbeatMs: 300, maxWaitMs: 100 },
      ...overrides,
    });
    const nothingExpires = () => Promise.reject(new Error('nothing expires here'));
    handleNotes(transport, topic, (_, { incoming, isExpired }) =>
      isExpired ? (onExpired ?? nothingExpires)(incoming) : handler(incoming),
    );
    await transport.start();
    fixture.onClose(() => transport.close());
    return transport;
  };
  const send = (ids: readonly string[]) => producer.send(ids.map((id, n) => aNote(topic, id, n)));
  const committed = () => fixture.committed(groupId, topic);

  beforeEach(async () => {
    fixture = new KafkaFixture();
    producer = new MessageProducer({ kafka: fixture.kafka, log: fixture.log });
    fixture.onClose(() => producer.close());
    topic = await fixture.topic(3);
    groupId = `spec.${randomUUID()}`;
    handled = [];
  });
  afterEach(() => fixture.close());

  it('the order of a key is preserved while other keys overtake it', async () => {
    let release = () => undefined as void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    await open({
      handler: async ({ data }) => {
        const note = data as Noted;
        if (note.id === 'slow') await gate;
        handled.push(note);
      },
    });
    const ids = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? 'slow' : `key-${n % 20}`));
    await send(ids);
    await until(() => handled.length === 40, 'all but the slow ones are done');
    expect(handled.some(({ id }) => id === 'slow')).toBe(false);
    expect(await committed()).toBeLessThan(60);
    release();
    await until(() => handled.length === 60, 'all are done');
    for (const id of new Set(ids)) {
      const order = handled.filter((note) => note.id === id).map(({ n }) => n);
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }
    await until(async () => (await committed()) === 60, 'all are committed');
  });

  it('a queue handles at most its cap at once, loses nothing, and does not affect other queues', async () => {
    const other = await fixture.topic(1);
    let running = 0;
    let most = 0;
    let isOtherDone = false;
    const transport = await open({
      topics: [topic, other],
      cap: 10,
      handler: async ({ data, origin }) => {
        if (origin.topic === other) return void (isOtherDone = true);
        most = Math.max(most, ++running);
        await sleep(20);
        running--;
        handled.push(data as Noted);
      },
    });
    await send(Array.from({ length: 300 }, (_, n) => `key-${n}`));
    await until(() => (transport.load().get(topic)?.queued ?? 0) > 0, 'the queue is full');
    await producer.send([aNote(other, 'x', 1)]);
    await until(() => isOtherDone, 'the other queue is served');
    expect(handled.length).toBeLessThan(300);
    await until(() => handled.length === 300, 'all are done');
    expect(most).toBe(10);
    expect(new Set(handled.map(({ n }) => n)).size).toBe(300);
  });

  it('a queue without turns does not block other queues of its partitions, is paused when full, and loses nothing', async () => {
    let isOpen = false;
    let ended = 0;
    const transport = await open({
      turns: {
        queueOf: ({ data }) => ((data as Noted).id.startsWith('stuck') ? 'stuck' : 'free'),
        turnOf: ({ data }) =>
          isOpen || !(data as Noted).id.startsWith('stuck') ? { end: () => void (ended += 1) } : undefined,
        maxQueued: 100,
        maxQueuedTotal: 1_000,
      },
    });
    const stuck = (count: number) => Array.from({ length: count }, (_, n) => `stuck-${n % 50}`);
    await send([...stuck(60), ...Array.from({ length: 90 }, (_, n) => `free-${n}`)]);
    await until(() => handled.length === 90, 'every message with a turn is done');
    expect(transport.load().get(`${topic}/stuck`)).toEqual(expect.objectContaining({ queued: 60, running: 0 }));
    // As many as several fetches bring: a paused partition is not fetched.
    for (let n = 0; n < 10; n += 1) await send(stuck(500));
    await sleep(1_500);
    expect(transport.load().get(`${topic}/stuck`)!.queued).toBeLessThan(5_060);
    expect(handled).toHaveLength(90);
    isOpen = true;
    await until(() => handled.length === 5_150, 'all are done');
    await until(async () => (await committed()) === 5_150, 'all are committed');
    expect(ended).toBe(5_150);
    const order = handled.filter(({ id }) => id === 'stuck-7').map(({ n }) => n);
    expect(order).toHaveLength(102);
  });

  it('messages without a key are handled concurrently', async () => {
    let running = 0;
    let most = 0;
    await open({
      handler: async ({ data }) => {
        most = Math.max(most, ++running);
        await sleep(50);
        running--;
        handled.push(data as Noted);
      },
    });
    const message = noteOn(topic, { keyed: false }) as MessageDefinition;
    await producer.send(
      Array.from({ length: 30 }, (_, n) => encode({ message, data: { id: 'same', n }, context: aContext() })),
    );
    await until(() => handled.length === 30, 'all are done');
    expect(most).toBeGreaterThan(5);
  });

  it('a message that fails repeatedly is dead-lettered after its attempts, a bug at once, and the others are handled', async () => {
    const tries = new Map<string, number>();
    const causes: (string | undefined)[] = [];
    const reader = new TopicReader({
      kafka: fixture.kafka,
      log: fixture.log,
      topic: topics.deadLetters.name,
      from: 'beginning',
      onBatch: ({ messages }) =>
        messages
          .filter(({ headers }) => headerText(headers, 'x-origin-topic') === topic)
          .forEach(({ headers }) => causes.push(headerText(headers, 'x-cause'))),
    });
    await reader.start();
    fixture.onClose(() => reader.close());
    await open({
      attempts: 3,
      isTransient: ({ message }) => message === 'unavailable',
      handler: async ({ data }) => {
        const note = data as Noted;
        const count = (tries.get(note.id) ?? 0) + 1;
        tries.set(note.id, count);
        if (note.id === 'refused') throw new Error('refused');
        if (note.id === 'bug') throw new InvariantError('impossible');
        if (note.id === 'unavailable' && count < 6) throw new Error('unavailable');
        handled.push(note);
      },
    });
    await send(['refused', 'bug', 'unavailable', 'fine']);
    await until(() => handled.length === 2 && causes.length === 2, 'two are done and two dead-lettered');
    expect(Object.fromEntries(tries)).toEqual({ refused: 3, bug: 1, unavailable: 6, fine: 1 });
    expect(causes.sort()).toEqual(['Error', 'InvariantError: impossible']);
    await until(async () => (await committed()) === 4, 'the offsets are committed');
  });

  it('a message that has not begun by its deadline is delivered as expired', async () => {
    const expired: Incoming[] = [];
    await producer.send([
      aNote(topic, 'late', 1, { deadline: new Date(Date.now() - 1) }),
      aNote(topic, 'early', 2, { deadline: new Date(Date.now() + 60_000) }),
    ]);
    await open({ onExpired: async (incoming) => void expired.push(incoming) });
    await until(() => expired.length === 1 && handled.length === 1, 'both are distinguished');
    expect(expired[0]!.data).toEqual({ id: 'late', n: 1 });
    await until(async () => (await committed()) === 2, 'both are committed');
  });

  it('only unfinished messages are delivered to the next member', async () => {
    const first = await open({
      drainMs: 200,
      handler: ({ data }) => {
        handled.push(data as Noted);
        return (data as Noted).id === 'hangs' ? new Promise(() => undefined) : Promise.resolve();
      },
    });
    await send(['done', 'hangs']);
    await until(() => handled.length === 2, 'both have begun');
    await first.close();
    handled = [];
    await open();
    await until(() => handled.some(({ id }) => id === 'hangs'), 'the unfinished message is redelivered');
    await until(async () => (await committed()) === 2, 'both are committed');
  });

  it('no message is lost and the order per key is preserved while members join and leave', async () => {
    const ids = Array.from({ length: 300 }, (_, n) => `key-${n % 30}`);
    const slowly = async ({ data }: Incoming) => {
      await sleep(10);
      handled.push(data as Noted);
    };
    const first = await open({ handler: slowly, cap: 4 });
    await send(ids);
    await open({ handler: slowly, cap: 4 });
    await until(() => handled.length > 60, 'both are at work');
    await first.close();
    await until(() => new Set(handled.map(({ n }) => n)).size === 300, 'all are done');
    for (const id of new Set(ids)) {
      const firstTimes = [...new Set(handled.filter((note) => note.id === id).map(({ n }) => n))];
      expect(firstTimes).toEqual([...firstTimes].sort((a, b) => a - b));
    }
  });
});
