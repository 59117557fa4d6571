import { randomUUID } from 'node:crypto';
import { topics as contractTopics, type MessageDefinition } from '@payorch/contracts';
import { BatchTransport, type BatchTransportOptions } from './batch-transport';
import { headerText } from '../messages/codec';
import type { Incoming } from '../messages/envelope';
import { aContext, aNote, handleNotes, KafkaFixture, type Noted, noteOn, until } from '../kafka.fixture';
import { MessageProducer } from '../produce/producer';
import { TopicReader } from '../consume/topic-reader';

const dataOf = (incoming: Incoming) => incoming.data as Noted;
const partitionsOf = (batch: readonly Incoming[]) => new Set(batch.map(({ origin }) => origin.partition));

function gate() {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('BatchTransport', () => {
  let fixture: KafkaFixture;
  let producer: MessageProducer;
  let topics: [string, string];
  let groupId: string;
  let batches: Incoming[][];
  const seen = () => batches.flat();

  const open = async (overrides: Partial<BatchTransportOptions<unknown, unknown>> = {}): Promise<BatchTransport> => {
    const transport = new BatchTransport({
      kafka: fixture.kafka,
      log: fixture.log,
      producer,
      groupId,
      topics,
      onBatch: async (batch) => void batches.push(batch),
      commitEveryMs: 50,
      times: { heartbeatMs: 300, maxWaitMs: 100 },
      ...overrides,
    });
    handleNotes(transport, topics[0], () => Promise.resolve());
    await transport.start();
    fixture.onClose(() => transport.close());
    return transport;
  };
  const send = (count: number, topic = topics[0]) =>
    producer.send(Array.from({ length: count }, (_, n) => aNote(topic, `key-${n % 8}`, n)));

  beforeEach(async () => {
    fixture = new KafkaFixture();
    producer = new MessageProducer({ kafka: fixture.kafka, log: fixture.log });
    fixture.onClose(() => producer.close());
    topics = [await fixture.topic(4), await fixture.topic(4)];
    groupId = `spec.${randomUUID()}`;
    batches = [];
  });
  afterEach(() => fixture.close());

  it('a batch merges the messages of all topics and partitions, in order within a key', async () => {
    await Promise.all([send(40, topics[0]), send(40, topics[1])]);
    await open();
    await until(() => seen().length === 80, 'all arrived');
    const [first] = batches;
    expect(partitionsOf(first!).size).toBeGreaterThan(1);
    expect(new Set(first!.map(({ origin }) => origin.topic)).size).toBe(2);
    for (const topic of topics) {
      for (let key = 0; key < 8; key++) {
        const ofKey = seen().filter(
          ({ origin, data }) => origin.topic === topic && (data as Noted).id === `key-${key}`,
        );
        expect(ofKey.map((incoming) => dataOf(incoming).n)).toEqual([0, 1, 2, 3, 4].map((round) => round * 8 + key));
      }
    }
  });

  it('messages that arrive during a batch are gathered into the next one', async () => {
    const { opened, open: release } = gate();
    let isAtWork = false;
    await open({
      onBatch: async (batch) => {
        expect(isAtWork).toBe(false);
        isAtWork = true;
        batches.push(batch);
        await opened;
        isAtWork = false;
      },
    });
    await send(1);
    await until(() => batches.length === 1, 'the first batch runs');
    await send(30);
    release();
    await until(() => seen().length === 31, 'the rest arrived');
    expect(batches.length).toBeLessThan(6);
  });

  it('a batch is retried until it succeeds, and committed only then', async () => {
    let failures = 3;
    await send(10);
    await open({
      onBatch: async (batch) => {
        if (failures-- > 0) {
          expect(await fixture.committed(groupId, topics[0])).toBe(0);
          throw new Error('the database is unavailable');
        }
        batches.push(batch);
      },
    });
    await until(async () => (await fixture.committed(groupId, topics[0])) === 10, 'all committed');
    expect(seen()).toHaveLength(10);
    expect(new Set(seen().map(({ context }) => context.messageId)).size).toBe(10);
  });

  it('an uncommitted message is redelivered, and so are messages after a rewind of the group', async () => {
    await send(6);
    // Every batch fails: this instance leaves without any result.
    const broken = await open({ onBatch: () => Promise.reject(new Error('broken')), drainMs: 100 });
    await broken.close();
    for (let round = 1; round <= 3; round++) {
      const transport = await open();
      await until(() => seen().length === round * 6, `round ${round} arrived`);
      await transport.close();
      expect(await fixture.committed(groupId, topics[0])).toBe(6);
      if (round === 3) break;
      const admin = fixture.kafka.admin();
      await admin.connect();
      await admin.resetOffsets({ groupId, topic: topics[0], earliest: true });
      await admin.disconnect();
    }
    expect(new Set(seen().map(({ context }) => context.messageId)).size).toBe(6);
    // The client needs five seconds to rewind a group.
  }, 40_000);

  it('an unreadable message is dead-lettered with its cause, and the others are handled', async () => {
    const deadLettered: { cause: string | undefined; origin: string | undefined }[] = [];
    const reader = new TopicReader({
      kafka: fixture.kafka,
      log: fixture.log,
      topic: contractTopics.deadLetters.name,
      from: 'beginning',
      onBatch: ({ messages }) =>
        messages
          .map(({ headers }) => ({
            cause: headerText(headers, 'x-cause'),
            origin: headerText(headers, 'x-origin-topic'),
          }))
          .filter(({ origin }) => topics.includes(origin ?? ''))
          .forEach((letter) => deadLettered.push(letter)),
    });
    await reader.start();
    fixture.onClose(() => reader.close());
    const good = aNote(topics[0], 'key', 1);
    await producer.send([
      { ...good, value: Buffer.from('{"id":') },
      { ...good, headers: { ...good.headers, ce_type: 'note.burnt' } },
      { ...good, value: Buffer.from('{"id":"key","n":"one"}') },
      good,
    ]);
    await open();
    await until(
      () => seen().length === 1 && deadLettered.length === 3,
      'the readable message has arrived and three are dead-lettered',
    );
    expect(deadLettered.map(({ origin }) => origin)).toEqual([topics[0], topics[0], topics[0]]);
    expect(deadLettered[0]!.cause).toContain('not readable');
    expect(deadLettered[1]!.cause).toBe('undeclared message note.burnt.v1');
    expect(deadLettered[2]!.cause).toContain('n: ');
    await until(async () => (await fixture.committed(groupId, topics[0])) === 4, 'the offset is committed');
  });

  it('partition n of each topic is assigned to one member, which is notified before the first message', async () => {
    const owned: Record<string, readonly number[]> = {};
    const got: Record<string, Incoming[]> = { a: [], b: [] };
    const announced: Record<string, Set<number>> = { a: new Set(), b: new Set() };
    const revoked: number[] = [];
    const member = (name: 'a' | 'b') =>
      open({
        onAssigned: async (partitions) => partitions.forEach((partition) => announced[name]!.add(partition)),
        onRevoked: async (partitions) => {
          revoked.push(...partitions);
          partitions.forEach((partition) => announced[name]!.delete(partition));
        },
        onBatch: async (batch) => {
          for (const incoming of batch) expect(announced[name]).toContain(incoming.origin.partition);
          got[name]!.push(...batch);
        },
      }).then((transport) => transport.on('assigned', (partitions) => (owned[name] = partitions)));
    await member('a');
    await member('b');
    await until(() => announced['a']!.size === 2 && announced['b']!.size === 2, 'both members have their share');
    await Promise.all([send(40, topics[0]), send(40, topics[1])]);
    await until(() => got['a']!.length + got['b']!.length >= 80, 'all arrived');
    expect(revoked).toHaveLength(2);
    expect([...partitionsOf(got['a']!)].filter((partition) => partitionsOf(got['b']!).has(partition))).toEqual([]);
    for (const name of ['a', 'b']) {
      const of = (topic: string) => partitionsOf(got[name]!.filter(({ origin }) => origin.topic === topic));
      expect(of(topics[0])).toEqual(of(topics[1]));
    }
  });

  it('a second member begins only after the batch under way is done and committed', async () => {
    const { opened, open: release } = gate();
    const events: string[] = [];
    await send(20);
    await open({
      onBatch: async (batch) => {
        if (batches.push(batch) > 1) return;
        await opened;
        events.push('first batch done');
      },
    });
    await until(() => batches.length === 1, 'the first batch runs');
    const second = open({ onAssigned: async () => void events.push('second member assigned') });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(events).toEqual([]);
    release();
    await second;
    await until(() => events.length === 2, 'the second member has its share');
    expect(events).toEqual(['first batch done', 'second member assigned']);
    await send(20);
    await until(() => seen().length >= 40, 'all arrived');
    expect(new Set(seen().map(({ context }) => context.messageId)).size).toBe(40);
    expect(seen()).toHaveLength(40);
  });

  it('a closing transport finishes and commits the batch under way', async () => {
    const { opened, open: release } = gate();
    await send(5);
    const transport = await open({
      onBatch: async (batch) => {
        batches.push(batch);
        await opened;
      },
    });
    await until(() => batches.length === 1, 'the batch runs');
    const closed = transport.close();
    await send(5);
    release();
    await closed;
    expect(await fixture.committed(groupId, topics[0])).toBe(5);
    expect(seen()).toHaveLength(5);
  });

  it('a member stays in the group during work that is longer than the session', async () => {
    const joins: (readonly number[])[] = [];
    const transport = await open({
      times: { sessionTimeoutMs: 6_000, heartbeatMs: 500, maxWaitMs: 100 },
      onBatch: async (batch) => {
        // A new topic may make the client join twice before its first message.
        joins.length = 0;
        await new Promise((resolve) => setTimeout(resolve, 8_000));
        batches.push(batch);
      },
    });
    transport.on('assigned', (partitions) => joins.push(partitions));
    await send(1);
    await until(async () => (await fixture.committed(groupId, topics[0])) === 1, 'the long batch is committed', 15_000);
    expect(joins).toEqual([]);
    expect(batches).toHaveLength(1);
  }, 30_000);

  it('a requested round queries the local source without any message', async () => {
    const due = [{ id: 'job', n: 7 }];
    const local: Incoming = {
      message: noteOn(topics[0]) as MessageDefinition,
      data: due[0],
      key: 'job',
      context: aContext(),
      origin: { topic: 'jobs', partition: 0, offset: '0' },
    };
    let isDue = false;
    const transport = await open({ localSource: async () => (isDue ? ((isDue = false), [local]) : []) });
    isDue = true;
    transport.requestRound();
    await until(() => seen().length === 1, 'the local item arrived');
    expect(seen()[0]!.data).toEqual(due[0]);
  });

  it('a transport can be closed while it still waits for its topics', async () => {
    const transport = new BatchTransport({
      kafka: fixture.kafka,
      log: fixture.log,
      producer,
      groupId,
      topics: [`${topics[0]}.absent`],
      onBatch: () => Promise.reject(new Error('nothing can arrive')),
    });
    const started = transport.start();
    await transport.close();
    await expect(started).rejects.toThrow('closed before');
  });

  it('topics with unequal partition counts are refused', async () => {
    const odd = await fixture.topic(3);
    await expect(open({ topics: [topics[0], odd] })).rejects.toThrow('equal partition counts');
  });
});
