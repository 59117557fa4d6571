import type { blocklistAddChunk, DataOf, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { BlocklistEntry } from './blocklist-entry';

/** A chunk of an upload that was added, until no gateway can send it again. */
export interface BlocklistChunk {
  readonly merchantId: MerchantId;
  readonly jobId: string;
  readonly chunk: number;
  readonly expiresAt: Date;
  /** What the chunk adds; empty for a stored chunk. */
  readonly entries: readonly BlocklistEntry[];
}

/** For a gateway that does not say how long it may send a chunk again: the default retention of its uploads. */
const defaultExpiryMs = 30 * 86_400_000;

/** Adds the chunk once. A chunk whose row may be gone is refused: it could restore a removed entry. */
export function addChunk(
  stored: BlocklistChunk | undefined,
  { merchantId, jobId, chunk, entries, expiresAt: sent }: DataOf<typeof blocklistAddChunk>,
  now: Date,
): BlocklistChunk | Refusal {
  if (stored) return stored;
  const expiresAt = sent === undefined ? new Date(now.getTime() + defaultExpiryMs) : new Date(sent);
  if (expiresAt <= now) return refuse('not_begun_in_time');
  const added = entries.map((item) => ({ merchantId, ...item, version: 1, createdAt: now, removedAt: null }));
  return { merchantId, jobId, chunk, expiresAt, entries: added };
}
