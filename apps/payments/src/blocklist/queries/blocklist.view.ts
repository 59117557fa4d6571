import type { JsonObject } from '@payorch/contracts';
import type { BlocklistEntry } from '../domain/blocklist-entry';

export const entryJson = ({ dataKind, data, createdAt }: BlocklistEntry): JsonObject => ({
  fingerprint_id: data,
  data_kind: dataKind,
  created_at: createdAt.toISOString(),
});

/** The entry in the form of the interface: the bytes of a reply. */
export const entryView = (entry: BlocklistEntry): Buffer => Buffer.from(JSON.stringify(entryJson(entry)));
