import type { Ours, Source, Theirs } from './records';
import { byCreation, isLive, keyOfOurs, once } from './records';

/** One of ours with what the processor has of it, or a record of the processor alone. */
export interface Group {
  readonly ours: Ours | null;
  /** In order of creation. */
  readonly theirs: readonly Theirs[];
}

const pushed = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
};

/** The record of ours that one of the processor's belongs to, among those which its id names. */
const firstOf = (candidates: readonly Ours[], { ourId }: Theirs): Ours | undefined =>
  candidates.find((one) => ourId !== null && [one.ourId, one.objectId].includes(ourId)) ?? candidates[0];

/**
 * Joins by the processor's reference, then by our id. Every record is in exactly one group, whatever order the records come in. Two of
 * the processor's may belong to one of ours; one of the processor's belongs to one of ours at most.
 */
export function join(theirs: readonly Theirs[], ours: readonly Ours[], source: Source): Group[] {
  const own = once(ours, keyOfOurs);
  // Of several with one reference, the one whose money moved.
  const ranked = [...own].sort(
    (one, other) => Number(isLive(other, source)) - Number(isLive(one, source)) || byCreation(one, other),
  );
  const [byReference, byOurId] = [new Map<string, Ours[]>(), new Map<string, Ours[]>()];
  const key = (kind: string, id: string): string => `${kind} ${id}`;
  for (const one of ranked) {
    if (one.reference !== null) pushed(byReference, key(one.kind, one.reference), one);
    // A processor names a payout by the id of its operation, or by the payout's own.
    for (const id of new Set([one.ourId, one.objectId])) pushed(byOurId, key(one.kind, id), one);
  }
  const joined = new Map<Ours, Theirs[]>(own.map((one) => [one, []]));
  const alone: Group[] = [];
  for (const their of once(theirs, ({ kind, reference, currency }) => JSON.stringify([kind, reference, currency])).sort(
    byCreation,
  )) {
    const named = byReference.get(key(their.kind, their.reference)) ?? [];
    const ofOurId = their.ourId === null ? [] : (byOurId.get(key(their.kind, their.ourId)) ?? []);
    const partner = firstOf(named, their) ?? ofOurId.find(({ reference }) => reference === null) ?? ofOurId[0];
    if (partner) joined.get(partner)!.push(their);
    else alone.push({ ours: null, theirs: [their] });
  }
  return [...own.map((one) => ({ ours: one, theirs: joined.get(one)! })), ...alone];
}
