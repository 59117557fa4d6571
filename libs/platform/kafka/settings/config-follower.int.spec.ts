import type { MessageDefinition } from '@payorch/contracts';
import { ConfigFollower, type ConfigFollowerOptions } from './config-follower';
import { aNote, KafkaFixture, type Noted, noteOn, until } from '../kafka.fixture';
import { MessageProducer } from '../produce/producer';
import { messageRegistry } from '../messages/registry';

describe('ConfigFollower', () => {
  let fixture: KafkaFixture;
  let producer: MessageProducer;
  let topic: string;
  let applied: Noted[];

  const open = async (given: Partial<ConfigFollowerOptions> = {}): Promise<ConfigFollower> => {
    const follower = new ConfigFollower({
      kafka: fixture.kafka,
      log: fixture.log,
      topic,
      registry: messageRegistry([noteOn(topic) as MessageDefinition]),
      apply: ({ data }) => void applied.push(data as Noted),
      times: { heartbeatMs: 300, maxWaitMs: 100 },
      ...given,
    });
    fixture.onClose(() => follower.close());
    await follower.start();
    return follower;
  };

  beforeEach(async () => {
    fixture = new KafkaFixture();
    producer = new MessageProducer({ kafka: fixture.kafka, log: fixture.log });
    fixture.onClose(() => producer.close());
    topic = await fixture.topic(1, [{ name: 'cleanup.policy', value: 'compact' }]);
    applied = [];
  });
  afterEach(() => fixture.close());

  it('the follower is ready after all existing settings are applied, and follows from then on', async () => {
    await producer.send(Array.from({ length: 500 }, (_, n) => aNote(topic, `setting-${n}`, n)));
    const follower = await open();
    await follower.ready();
    expect(applied).toHaveLength(500);
    await producer.send([aNote(topic, 'setting-1', 1000)]);
    await until(() => applied.length === 501, 'the update is applied');
    expect(applied.at(-1)).toEqual({ id: 'setting-1', n: 1000 });
  });

  it('a follower from the end applies only what comes from then on', async () => {
    await producer.send([aNote(topic, 'old', 1)]);
    await (await open({ from: 'end' })).ready();
    await producer.send([aNote(topic, 'new', 2)]);
    await until(() => applied.length > 0, 'the new message is applied');
    expect(applied).toEqual([{ id: 'new', n: 2 }]);
  });

  it('the follower of an empty topic is ready at once', async () => {
    const follower = await open();
    await follower.ready();
    expect(applied).toEqual([]);
  });

  it('a new process reads everything again, and ignores tombstones and unknown messages', async () => {
    const note = aNote(topic, 'a', 1);
    await producer.send([note, { ...note, value: Buffer.from('no json') }, aNote(topic, 'b', 2)]);
    const plain = fixture.kafka.producer();
    await plain.connect();
    await plain.send({ topic, messages: [{ key: 'a', value: null }] });
    await plain.disconnect();
    for (let round = 1; round <= 2; round++) {
      await (await open()).ready();
      expect(applied).toHaveLength(2 * round);
    }
  });
});
