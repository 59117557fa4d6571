import type { Offset } from './group-consumer';
import { silentLog } from '../kafka.fixture';
import { OffsetCommits } from './offset-commits';

const at = (partition: number, offset: string): Offset => ({ topic: 'notes.taken', partition, offset });

describe('OffsetCommits', () => {
  it('a flush commits the newest offset of each partition once', async () => {
    const committed: (readonly Offset[])[] = [];
    const commits = new OffsetCommits(async (offsets) => void committed.push(offsets), silentLog);
    commits.mark('notes.taken', 0, 5n);
    commits.mark('notes.taken', 0, 7n);
    commits.mark('notes.taken', 1, 2n);
    await commits.flush();
    await commits.flush();
    expect(committed).toEqual([[at(0, '7'), at(1, '2')]]);
  });

  it('a flush repeats a failed commit, and commits offsets that moved during a commit', async () => {
    const committed: (readonly Offset[])[] = [];
    let isBroken = true;
    const commits = new OffsetCommits(async (offsets) => {
      if (isBroken) throw new Error('no coordinator');
      committed.push(offsets);
      if (committed.length === 1) commits.mark('notes.taken', 0, 6n);
    }, silentLog);
    commits.mark('notes.taken', 0, 5n);
    await commits.flush();
    isBroken = false;
    await commits.flush();
    await commits.flush();
    expect(committed).toEqual([[at(0, '5')], [at(0, '6')]]);
  });

  it('one commit is under way at most, and the last flush covers all offsets marked before it', async () => {
    let underWay = 0;
    const committed: string[] = [];
    const commits = new OffsetCommits(async (offsets) => {
      expect(++underWay).toBe(1);
      await new Promise(setImmediate);
      underWay--;
      committed.push(...offsets.map(({ offset }) => offset));
    }, silentLog);
    commits.mark('notes.taken', 0, 1n);
    const first = commits.flush();
    commits.mark('notes.taken', 0, 2n);
    await Promise.all([first, commits.flush()]);
    expect(committed).toEqual(['1', '2']);
  });

  it('offsets of revoked partitions are never committed', async () => {
    const committed: Offset[] = [];
    const commits = new OffsetCommits(async (offsets) => void committed.push(...offsets), silentLog);
    commits.mark('notes.taken', 0, 5n);
    commits.mark('notes.taken', 1, 5n);
    commits.retain((_, partition) => partition === 1);
    await commits.flush();
    expect(committed).toEqual([at(1, '5')]);
  });
});
