import type { EachBatchPayload, Kafka } from 'kafkajs';
import { BatchTransport } from './batch-transport';
import { aNote, handleNotes, silentLog, until } from '../kafka.fixture';

type Run = { readonly eachBatch: (payload: EachBatchPayload) => Promise<void> };

/** A broker with one topic of one partition, which returns its consumer's `eachBatch`. */
function fakeKafka(onRun: (run: Run) => void): Kafka {
  const settled = () => Promise.resolve();
  const admin = {
    connect: settled,
    disconnect: settled,
    fetchTopicMetadata: () => Promise.resolve({ topics: [{ name: 'notes', partitions: [{}] }] }),
  };
  let joined = (_: object): void => undefined;
  const consumer = {
    events: { GROUP_JOIN: 'join', REBALANCING: 'rebalancing', CRASH: 'crash' },
    on: (name: string, listener: (event: object) => void) => void (name === 'join' && (joined = listener)),
    connect: settled,
    subscribe: settled,
    disconnect: settled,
    commitOffsets: settled,
    run: (run: Run) => {
      joined({ payload: { memberAssignment: { notes: [0] }, memberId: 'member' } });
      onRun(run);
      return Promise.resolve();
    },
  };
  return { admin: () => admin, consumer: () => consumer } as unknown as Kafka;
}

const payloadOf = (heartbeat: () => Promise<void>, isRunning: () => boolean): EachBatchPayload => {
  const { value, headers } = aNote('notes', 'a', 1);
  const messages = [{ key: Buffer.from('a'), value: Buffer.from(value), headers, offset: '0' }];
  const batch = { topic: 'notes', partition: 0, messages, lastOffset: () => '0' };
  return { batch, heartbeat, isRunning, resolveOffset: () => undefined } as unknown as EachBatchPayload;
};

describe('a batch that takes long', () => {
  it('a long batch sends heartbeats until its consumer crashes, and none for a former member', async () => {
    let run: Run | undefined;
    let release = (): void => undefined;
    const work = new Promise<void>((resolve) => (release = resolve));
    const transport = new BatchTransport({
      kafka: fakeKafka((one) => (run = one)),
      log: silentLog,
      producer: { send: () => Promise.resolve() },
      groupId: 'group',
      topics: ['notes'],
      onBatch: () => work,
      times: { heartbeatMs: 20 },
    });
    handleNotes(transport, 'notes', () => Promise.resolve());
    await transport.start();
    let [beats, isRunning] = [0, true];
    const heartbeat = () => Promise.resolve(void (beats += 1));
    const handled = run!.eachBatch(payloadOf(heartbeat, () => isRunning));
    await until(() => beats > 2, 'heartbeats are sent during the batch');
    isRunning = false;
    const before = beats;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(beats).toBe(before);
    release();
    await handled;
    await transport.close();
  });
});
