import { utcText } from '@payorch/kernel';

const millisecond = 1;
/** Times are stored in milliseconds: "after this moment" means "from the next millisecond on". */
const at = (moment: string | null | undefined, plusMs = 0): number[] => (moment ? [Date.parse(moment) + plusMs] : []);
const text = (time: number): string | null => (Number.isFinite(time) ? utcText(time) : null);

/** The first moment that a list covers, and the first one after it; null: no bound. */
export interface TimeBounds {
  readonly from: string | null;
  readonly before: string | null;
}

type TimeQuery<Name extends string> = {
  readonly [Parameter in Name | `${Name}.${'lt' | 'gt' | 'lte' | 'gte'}`]?: string | null | undefined;
};

/** The intersection of all bounds of a time that a query names, such as `created_time.lt`; without any, everything. */
export function timeBounds<Name extends string>(query: TimeQuery<Name>, name: Name): TimeBounds {
  const sent: Readonly<Record<string, string | null | undefined>> = query;
  const from = [
    ...[sent[name], sent[`${name}.gte`]].flatMap((moment) => at(moment)),
    ...at(sent[`${name}.gt`], millisecond),
  ];
  const before = [
    ...[sent[name], sent[`${name}.lte`]].flatMap((moment) => at(moment, millisecond)),
    ...at(sent[`${name}.lt`]),
  ];
  return { from: text(Math.max(...from)), before: text(Math.min(...before)) };
}
