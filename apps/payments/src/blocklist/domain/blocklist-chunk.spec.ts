import type { blocklistAddChunk, DataOf } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { addChunk } from './blocklist-chunk';

const now = new Date('2026-01-05T10:00:00.000Z');
const command: DataOf<typeof blocklistAddChunk> = {
  merchantId: 'acme' as MerchantId,
  jobId: 'blkbatch_1',
  chunk: 3,
  entries: [{ dataKind: 'card_bin', data: '424242' }],
  expiresAt: '2026-02-04T10:00:00.000Z',
};

describe('a chunk of an upload', () => {
  it('adds its entries, and remembers that until no gateway can send it again', () => {
    expect(addChunk(undefined, command, now)).toEqual({
      merchantId: 'acme',
      jobId: 'blkbatch_1',
      chunk: 3,
      expiresAt: new Date('2026-02-04T10:00:00.000Z'),
      entries: [
        { merchantId: 'acme', dataKind: 'card_bin', data: '424242', version: 1, createdAt: now, removedAt: null },
      ],
    });
  });

  it('adds nothing when it comes again', () => {
    const stored = { merchantId: 'acme' as MerchantId, jobId: 'blkbatch_1', chunk: 3, expiresAt: now, entries: [] };
    expect(addChunk(stored, command, now)).toBe(stored);
  });

  it('is refused once its own memory may be gone', () => {
    expect(addChunk(undefined, { ...command, expiresAt: now.toISOString() }, now)).toMatchObject({
      code: 'not_begun_in_time',
    });
  });

  it('of an older gateway expires with the default retention of uploads', () => {
    const { expiresAt: _, ...older } = command;
    expect(addChunk(undefined, older, now)).toMatchObject({ expiresAt: new Date('2026-02-04T10:00:00.000Z') });
  });
});
