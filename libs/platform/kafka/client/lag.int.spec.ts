import { randomUUID } from 'node:crypto';
import { aNote, handleNotes, KafkaFixture, until } from '../kafka.fixture';
import { KeyedTransport } from '../transports/keyed-transport';
import { readBrokerLag } from './broker-lag';
import { LagWatch } from './lag';
import { MessageProducer } from '../produce/producer';

describe('LagWatch', () => {
  let fixture: KafkaFixture;

  beforeEach(() => {
    fixture = new KafkaFixture();
  });
  afterEach(() => fixture.close());

  it('the lag is the number of uncommitted messages, before and after the group begins', async () => {
    const topic = await fixture.topic(3);
    const groupId = `spec.${randomUUID()}`;
    const producer = new MessageProducer({ kafka: fixture.kafka, log: fixture.log });
    fixture.onClose(() => producer.close());
    await producer.send(Array.from({ length: 9 }, (_, n) => aNote(topic, `key-${n}`, n)));
    const lags: number[] = [];
    const watch = new LagWatch({
      kafka: fixture.kafka,
      log: fixture.log,
      groupId,
      topics: [topic],
      everyMs: 50,
      onLag: (of, lag) => of === topic && lags.push(lag),
    });
    watch.start();
    fixture.onClose(() => watch.close());
    await until(() => lags.at(-1) === 9, 'all messages are uncommitted');
    const transport = new KeyedTransport({
      kafka: fixture.kafka,
      log: fixture.log,
      producer,
      groupId,
      topics: [topic],
      commitEveryMs: 50,
    });
    handleNotes(transport, topic, () => Promise.resolve());
    await transport.start();
    fixture.onClose(() => transport.close());
    await until(() => lags.at(-1) === 0, 'all messages are committed');
  });

  it('the broker tells the lag of a group, also while it is away, and the depth of a dead-letter topic', async () => {
    const topic = await fixture.topic(2);
    const groupId = `spec.${randomUUID().slice(0, 8)}`;
    const producer = new MessageProducer({ kafka: fixture.kafka, log: fixture.log });
    fixture.onClose(() => producer.close());
    const admin = fixture.kafka.admin();
    await admin.connect();
    fixture.onClose(() => admin.disconnect());
    const lagOf = async () => (await readBrokerLag(admin)).groups.filter((group) => group.groupId === groupId);
    const send = (count: number) => producer.send(Array.from({ length: count }, (_, n) => aNote(topic, `key-${n}`, n)));
    const transport = new KeyedTransport({
      ...{ kafka: fixture.kafka, log: fixture.log, producer, groupId, topics: [topic], commitEveryMs: 50 },
      isTransient: () => false,
      attempts: 1,
    });
    handleNotes(transport, topic, ({ n }) => (n === 0 ? Promise.reject(new Error('poisoned')) : Promise.resolve()));
    await send(5);
    await transport.start();
    await until(async () => (await lagOf())[0]?.lag === 0, 'all messages are committed');
    expect(await lagOf()).toEqual([{ groupId, topic, members: 1, lag: 0 }]);
    const { deadLetters } = await readBrokerLag(admin);
    expect(deadLetters).toContainEqual({ topic: `${topic}.dlq`, depth: 1 });
    await transport.close();
    await send(3);
    expect(await lagOf()).toEqual([{ groupId, topic, members: 0, lag: 3 }]);
  });
});
