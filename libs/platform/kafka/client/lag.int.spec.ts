import { topics } from '@payorch/contracts';
import { randomUUID } from 'node:crypto';
import { aNote, handleNotes, KafkaFixture, until } from '../kafka.fixture';
import { KeyedTransport } from '../transports/keyed-transport';
import { readBrokerLag, type BrokerLag } from './broker-lag';
import { createKafka } from './client';
import { LagWatch } from './lag';
import { TopicReader } from '../consume/topic-reader';
import { headerText } from '../messages/codec';
import { MessageProducer } from '../produce/producer';

describe('LagWatch', () => {
  let fixture: KafkaFixture;

  beforeEach(() => {
    fixture = new KafkaFixture();
  });
  afterEach(() => fixture.close());

  it('the watch reports the lag of a group at once and at intervals, and that the broker is away', async () => {
    const topic = await fixture.topic(3);
    const groupId = `spec.${randomUUID().slice(0, 8)}`;
    const producer = new MessageProducer({ kafka: fixture.kafka, log: fixture.log });
    fixture.onClose(() => producer.close());
    const reports: (number | undefined)[] = [];
    const onLag = ({ groups }: BrokerLag) => void reports.push(groups.find((one) => one.groupId === groupId)?.lag);
    const onUnknown = () => void reports.push(-1);
    const watch = new LagWatch({ kafka: fixture.kafka, log: fixture.log, everyMs: 50, onLag, onUnknown });
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
    await producer.send(Array.from({ length: 9 }, (_, n) => aNote(topic, `key-${n}`, n)));
    watch.onApplicationBootstrap();
    fixture.onClose(() => watch.beforeApplicationShutdown());
    await until(() => reports.at(-1) === 0, 'all messages are committed');
    await transport.close();
    await producer.send(Array.from({ length: 9 }, (_, n) => aNote(topic, `key-${n}`, n)));
    await until(() => reports.at(-1) === 9, 'the new messages are uncommitted');
    const unreachable = createKafka({ brokers: ['127.0.0.1:1'], clientId: 'spec', log: fixture.log });
    const away = new LagWatch({ kafka: unreachable, log: fixture.log, everyMs: 50, onLag, onUnknown });
    away.onApplicationBootstrap();
    fixture.onClose(() => away.beforeApplicationShutdown());
    await until(() => reports.includes(-1), 'the broker is away');
  });

  it('the broker knows the lag of a group, also while it is away, and the depth of the dead-letter topic', async () => {
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
      kafka: fixture.kafka,
      log: fixture.log,
      producer,
      groupId,
      topics: [topic],
      commitEveryMs: 50,
      isTransient: () => false,
      attempts: 1,
    });
    handleNotes(transport, topic, ({ n }) => (n === 0 ? Promise.reject(new Error('poisoned')) : Promise.resolve()));
    await send(5);
    await transport.start();
    await until(async () => (await lagOf())[0]?.lag === 0, 'all messages are committed');
    expect(await lagOf()).toEqual([{ groupId, topic, members: 1, lag: 0 }]);
    // Other specs dead-letter meanwhile, too: the depth is that of all dead letters, of which one is of this topic.
    const origins: (string | undefined)[] = [];
    const reader = new TopicReader({
      kafka: fixture.kafka,
      log: fixture.log,
      topic: topics.deadLetters.name,
      from: 'beginning',
      onBatch: ({ messages }) => origins.push(...messages.map(({ headers }) => headerText(headers, 'x-origin-topic'))),
    });
    await reader.start();
    fixture.onClose(() => reader.close());
    const depth = async () =>
      (await readBrokerLag(admin)).deadLetters.find((one) => one.topic === topics.deadLetters.name)?.depth;
    await until(async () => (await depth()) === origins.length, 'the depth is the number of dead letters');
    expect(origins.filter((origin) => origin === topic)).toHaveLength(1);
    await transport.close();
    await send(3);
    expect(await lagOf()).toEqual([{ groupId, topic, members: 0, lag: 3 }]);
  });

  it('the depth of a dead-letter topic of a former release is known', async () => {
    const former = await fixture.topic(1, [], `spec.${randomUUID()}.dlq`);
    const producer = new MessageProducer({ kafka: fixture.kafka, log: fixture.log });
    fixture.onClose(() => producer.close());
    const admin = fixture.kafka.admin();
    await admin.connect();
    fixture.onClose(() => admin.disconnect());
    await producer.send([aNote(former, 'key', 1)]);
    expect((await readBrokerLag(admin)).deadLetters).toContainEqual({ topic: former, depth: 1 });
  });
});
