import type { OwnRecord, ProcessorRecord } from '@payorch/contracts';

export type Theirs = ProcessorRecord;
/** Ids as texts: the tool reads them from the wire. */
export type Ours = Omit<OwnRecord, 'objectId' | 'paymentId'> & {
  readonly objectId: string;
  readonly paymentId: string | null;
};

/** list: the processor's list, with states. settlement: a settlement file, which has only what moved. */
export type Source = 'list' | 'settlement';

/** At or after `from` and before `till`, in milliseconds since 1970. */
export interface Period {
  readonly from: number;
  readonly till: number;
}

export const isWithin = ({ createdAt }: Pick<Theirs, 'createdAt'>, { from, till }: Period): boolean => {
  const at = Date.parse(createdAt);
  return from <= at && at < till;
};

const open = ['pending', 'authorized', 'open'];

/** Whether money moved or may still move: it is reserved, disputed, or without an outcome. */
export const isLive = (record: Pick<Theirs, 'state' | 'amount' | 'moved'>, source: Source): boolean =>
  record.moved > 0 || (source === 'list' && open.includes(record.state) && record.amount !== 0);

type Ordered = Pick<Theirs, 'createdAt' | 'ourId'> & { readonly reference: string | null };

/** An order that does not depend on pages: of creation, then of ids. */
export const byCreation = (one: Ordered, other: Ordered): number =>
  Date.parse(one.createdAt) - Date.parse(other.createdAt) ||
  compared(one.reference ?? '', other.reference ?? '') ||
  compared(one.ourId ?? '', other.ourId ?? '') ||
  compared(JSON.stringify(one), JSON.stringify(other));

const compared = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Names one of ours. */
export const keyOfOurs = ({ kind, objectId, ourId }: Ours): string => JSON.stringify([kind, objectId, ourId]);

/** Each record once, the one whose reference is known: pages that are read while records come in may repeat one. */
export function once<R extends Ordered>(records: readonly R[], keyOf: (record: R) => string): R[] {
  const found = new Map<string, R>();
  for (const record of [...records].sort(byCreation)) found.set(keyOf(record), record);
  return [...found.values()];
}
