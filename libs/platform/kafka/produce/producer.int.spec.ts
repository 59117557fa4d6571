import type { Kafka, Producer, ProducerBatch } from 'kafkajs';
import { aNote, KafkaFixture, until } from '../kafka.fixture';
import { SendAborted } from './produce-queue';
import { MessageProducer, UnsendableMessage } from './producer';
import { TopicReader } from '../consume/topic-reader';

type SendBatch = Producer['sendBatch'];

describe('MessageProducer', () => {
  let fixture: KafkaFixture;
  let topic: string;
  let stored: string[];
  let calls: number;

  /** Producers of the real client; `around` wraps their `sendBatch`. */
  const open = (around: (send: SendBatch, batch: ProducerBatch) => ReturnType<SendBatch>) => {
    const kafka: Pick<Kafka, 'producer'> = {
      producer: (config) => {
        const inner = fixture.kafka.producer(config);
        const sendBatch: SendBatch = (batch) => {
          calls++;
          return around((given) => inner.sendBatch(given), batch);
        };
        return { ...inner, sendBatch };
      },
    };
    const causes: Error[] = [];
    const producer = new MessageProducer({ kafka, log: fixture.log, onRebuilt: (cause) => causes.push(cause) });
    fixture.onClose(() => producer.close(500));
    return { producer, causes };
  };
  const notes = (count: number, id = 'key') => Array.from({ length: count }, (_, n) => aNote(topic, id, n));
  const storedNumbers = () => stored.map((body) => (JSON.parse(body) as { n: number }).n);

  beforeEach(async () => {
    fixture = new KafkaFixture();
    topic = await fixture.topic(2, [{ name: 'max.message.bytes', value: '1048576' }]);
    stored = [];
    calls = 0;
    const reader = new TopicReader({
      kafka: fixture.kafka,
      log: fixture.log,
      topic,
      from: 'beginning',
      onBatch: ({ messages }) => stored.push(...messages.map(({ value }) => value!.toString())),
    });
    await reader.start();
    fixture.onClose(() => reader.close());
  });
  afterEach(() => fixture.close());

  it('messages sent while a call is under way are merged, in the order of sending', async () => {
    const { producer } = open((send, batch) => send(batch));
    await Promise.all(notes(100).map((note) => producer.send([note])));
    expect(calls).toBeLessThan(4);
    await until(() => stored.length === 100, 'all are stored');
    expect(storedNumbers()).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it.each([
    ['OUT_OF_ORDER_SEQUENCE_NUMBER', 45],
    ['INVALID_PRODUCER_EPOCH', 47],
    ['UNKNOWN_PRODUCER_ID', 59],
  ])('a new producer continues after %s', async (type, code) => {
    const { producer, causes } = open((send, batch) =>
      calls === 2 ? Promise.reject(Object.assign(new Error(type), { type, code, retriable: false })) : send(batch),
    );
    for (const note of notes(5)) await producer.send([note]);
    await until(() => stored.length === 5, 'all are stored');
    expect(storedNumbers()).toEqual([0, 1, 2, 3, 4]);
    expect(causes).toHaveLength(1);
  });

  it('no message is lost when an acknowledgement is lost', async () => {
    const { producer } = open(async (send, batch) => {
      const metadata = await send(batch);
      if (calls === 2) throw new Error('connection closed');
      return metadata;
    });
    for (const note of notes(4)) await producer.send([note]);
    await until(() => new Set(storedNumbers()).size === 4, 'all are stored');
    expect(storedNumbers()).toEqual([0, 1, 1, 2, 3]);
  });

  it('a message that the broker refuses permanently is rejected, and only that one', async () => {
    const { producer } = open((send, batch) => send(batch));
    const huge = { ...aNote(topic, 'huge', 0), value: Buffer.alloc(2_000_000, 'x') };
    const lost = { ...aNote(topic, 'lost', 0), topic: `${topic}.absent` };
    const results = await Promise.allSettled([
      producer.send([aNote(topic, 'a', 1)]),
      producer.send([huge]),
      producer.send([lost, aNote(topic, 'behind', 99)]),
      producer.send([aNote(topic, 'a', 2)]),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect((results[1] as PromiseRejectedResult).reason).toBeInstanceOf(UnsendableMessage);
    expect((results[2] as PromiseRejectedResult).reason).toMatchObject({ encoded: { topic: lost.topic } });
    await until(() => new Set(storedNumbers()).size >= 2, 'the others are stored');
    expect(storedNumbers()).not.toContain(99);
  }, 20_000);

  it('a send is retried for ever, until the caller aborts or the producer closes', async () => {
    const { producer, causes } = open(() => Promise.reject(new Error('the broker is unavailable')));
    const giveUp = new AbortController();
    const aborted = producer.send(notes(1), { signal: giveUp.signal });
    const closed = producer.send(notes(1));
    const settled = Promise.allSettled([aborted, closed]);
    await until(() => causes.length > 3, 'several attempts were made');
    giveUp.abort();
    await expect(aborted).rejects.toBeInstanceOf(SendAborted);
    await producer.close(100);
    await expect(closed).rejects.toBeInstanceOf(SendAborted);
    await settled;
    await expect(producer.send(notes(1))).rejects.toBeInstanceOf(SendAborted);
  });

  it('an expired message is not sent', async () => {
    const { producer } = open((send, batch) => send(batch));
    await expect(producer.send(notes(1), { notAfter: Date.now() - 1 })).rejects.toBeInstanceOf(SendAborted);
    await producer.send([aNote(topic, 'in time', 7)], { notAfter: Date.now() + 10_000 });
    await until(() => stored.length === 1, 'the other is stored');
    expect(storedNumbers()).toEqual([7]);
  });
});
