import { EventEmitter } from 'node:events';
import type { ConsumerConfig, Kafka } from 'kafkajs';
import { GroupConsumer } from './group-consumer';
import { silentLog, until } from '../kafka.fixture';

/** A fake consumer: joins at once, and crashes on demand of the test. */
class FakeConsumer extends EventEmitter {
  readonly events = { GROUP_JOIN: 'join', REBALANCING: 'rebalancing', CRASH: 'crash' };
  constructor(readonly config: ConsumerConfig) {
    super();
  }
  connect = () => Promise.resolve();
  subscribe = () => Promise.resolve();
  disconnect = () => Promise.resolve();
  run = () => {
    this.emit('join', { payload: { memberAssignment: {}, memberId: 'm' } });
    return Promise.resolve();
  };
}

const consumersOf = (groupId: string | (() => string)) => {
  const made: FakeConsumer[] = [];
  const kafka = {
    consumer: (config: ConsumerConfig) => made[made.push(new FakeConsumer(config)) - 1],
  } as unknown as Pick<Kafka, 'consumer'>;
  const consumer = new GroupConsumer({
    kafka,
    log: silentLog,
    groupId,
    topics: ['a'],
    fromBeginning: true,
    concurrency: () => 1,
    autoResolve: false,
    eachBatch: () => Promise.resolve(),
  });
  return { made, consumer };
};

const crash = (one: FakeConsumer) => one.emit('crash', { payload: { error: new Error('no broker'), restart: false } });
const names = (made: readonly FakeConsumer[]) => made.map(({ config }) => config.groupId);

describe('a consumer that crashed', () => {
  it('a crashed consumer never restarts itself: a new one replaces it in the group', async () => {
    const { made, consumer } = consumersOf('payments');
    await consumer.start();
    const mayRestart = await made[0]!.config.retry?.restartOnFailure?.(new Error('no broker'));
    crash(made[0]!);
    await until(() => made.length === 2, 'a new consumer is there');
    expect([mayRestart, names(made)]).toEqual([false, ['payments', 'payments']]);
    await consumer.close();
  });

  it('a member that was alone in its group leaves that group to its former member, and the new one joins another group', async () => {
    let counted = 0;
    const { made, consumer } = consumersOf(() => `replies.${++counted}`);
    await consumer.start();
    crash(made[0]!);
    await until(() => made.length === 2, 'a new consumer is there');
    expect(names(made)).toEqual(['replies.1', 'replies.2']);
    await consumer.close();
  });
});
