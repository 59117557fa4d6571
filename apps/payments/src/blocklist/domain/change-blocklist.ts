import type { blocklistAdd, blocklistCheck, blocklistRemove, DataOf, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { applies, type BlocklistEntry } from './blocklist-entry';

const isFingerprint = ({ dataKind }: Pick<BlocklistEntry, 'dataKind'>): boolean => dataKind === 'payment_method';

/** Adds the entry; an entry that was removed begins anew. */
export function addEntry(
  entry: BlocklistEntry | undefined,
  { merchantId, dataKind, data }: DataOf<typeof blocklistAdd>,
  now: Date,
): BlocklistEntry | Refusal {
  if (applies(entry)) {
    return refuse('precondition_failed', {
      message: isFingerprint(entry)
        ? 'data associated with the given fingerprint is already blocked'
        : 'provided bin is already blocked',
    });
  }
  return { merchantId, dataKind, data, version: (entry?.version ?? 0) + 1, createdAt: now, removedAt: null };
}

export function removeEntry(
  entry: BlocklistEntry | undefined,
  command: DataOf<typeof blocklistRemove>,
  now: Date,
): BlocklistEntry | Refusal {
  if (applies(entry)) return { ...entry, version: entry.version + 1, removedAt: now };
  return refuse('not_found', {
    message: isFingerprint(command)
      ? 'no blocklist record for the given fingerprint id was found'
      : 'could not find a blocklist entry for the given bin',
  });
}

/** The entry where the checked command took effect; else the command never began. */
export function checkEntry(
  entry: BlocklistEntry | undefined,
  { expected }: DataOf<typeof blocklistCheck>,
): BlocklistEntry | Refusal {
  const hasResult = entry !== undefined && applies(entry) === (expected === 'blocked');
  return hasResult ? entry : refuse('not_begun_in_time');
}
