import { randomUUID } from 'node:crypto';
import { aNote, handleNotes, KafkaFixture, until } from '../kafka.fixture';
import { KeyedTransport } from '../transports/keyed-transport';
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
});
