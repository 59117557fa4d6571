import { aNote } from '../kafka.fixture';
import { ProduceQueue, SendAborted } from './produce-queue';

const notes = (count: number, bytes = 0) =>
  Array.from({ length: count }, (_, n) => ({
    ...aNote('notes.taken', 'key', n),
    ...(bytes > 0 && { value: Buffer.alloc(bytes) }),
  }));
const acknowledge = (chunk: ReturnType<ProduceQueue['take']>) => chunk.forEach(({ ticket }) => ticket.acknowledge());

describe('ProduceQueue', () => {
  it('the queue returns messages in the order of sending, and settles each call with its last message', async () => {
    const queue = new ProduceQueue();
    const [first, second] = [notes(2), notes(1)];
    let isFirstSent = false;
    const sent = queue.add(first, {}).then(() => (isFirstSent = true));
    const alsoSent = queue.add(second, {});
    const chunk = queue.take(0);
    expect(chunk.map(({ message }) => message)).toEqual([...first, ...second]);
    chunk[0]!.ticket.acknowledge();
    await Promise.resolve();
    expect(isFirstSent).toBe(false);
    acknowledge(chunk.slice(1));
    await Promise.all([sent, alsoSent]);
    expect(queue.take(0)).toEqual([]);
  });

  it('the queue limits chunks by bytes and by number, and passes a message that is larger than a chunk', () => {
    const queue = new ProduceQueue();
    void queue.add(notes(3, 300 * 1024), {});
    void queue.add(notes(1, 2 * 1024 * 1024), {});
    void queue.add(notes(700), {});
    const lengths = [];
    for (let chunk = queue.take(0); chunk.length > 0; chunk = queue.take(0)) lengths.push(chunk.length);
    expect(lengths).toEqual([2, 1, 1, 500, 200]);
  });

  it('the queue skips messages that are aborted, expired or failed', async () => {
    const queue = new ProduceQueue();
    const giveUp = new AbortController();
    const aborted = queue.add(notes(1), { signal: giveUp.signal });
    const late = queue.add(notes(1), { notAfter: 99 });
    const failed = queue.add(notes(2), {});
    const fine = queue.add(notes(1), { notAfter: 100 });
    giveUp.abort();
    const chunk = queue.take(100);
    await expect(aborted).rejects.toBeInstanceOf(SendAborted);
    await expect(late).rejects.toThrow('too late');
    expect(chunk).toHaveLength(3);
    chunk[0]!.ticket.fail(new Error('refused'));
    chunk[1]!.ticket.acknowledge();
    await expect(failed).rejects.toThrow('refused');
    acknowledge(chunk.slice(2));
    await fine;
    await expect(queue.add(notes(1), { signal: giveUp.signal })).rejects.toBeInstanceOf(SendAborted);
    await queue.add([], {});
  });

  it('failAll fails every queued message', async () => {
    const queue = new ProduceQueue();
    const waiting = queue.add(notes(2), {});
    queue.failAll(new SendAborted('closed'));
    await expect(waiting).rejects.toThrow('closed');
    expect(queue.take(0)).toEqual([]);
  });
});
