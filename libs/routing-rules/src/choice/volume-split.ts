/** The number of places of a split: one for each percent. */
const places = 100;

/**
 * The place of an attempt in a volume split, from 0 to 99: the same whenever and wherever it is computed, and spread evenly.
 * FNV-1a over the UTF-16 code units (Fowler, Noll, Vo), finished with the mixer of MurmurHash3 (Appleby), since ids that differ
 * at their end alone would else stay close. A second split of the same attempt needs another text: `dynamic/${attemptId}`.
 */
export function placeOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % places;
}

/** The index of the share in which a place lies. The shares add up to 100. */
export function shareAt(shares: readonly { readonly split: number }[], place: number): number {
  let end = 0;
  return shares.findIndex(({ split }) => {
    end += split;
    return place < end;
  });
}
