import type { Group } from './join';
import { join } from './join';
import type { Finding } from './judge';
import { judge } from './judge';
import type { Ours, Period, Source, Theirs } from './records';
import { isLive, isWithin, keyOfOurs } from './records';
import { isSeenElsewhere } from './windows';

/** Reads our records by name, of any time. */
export type ReadNamed = (names: {
  readonly references: readonly string[];
  readonly ourIds: readonly string[];
}) => Promise<readonly Ours[]>;

/** named: at the account that is compared. elsewhere: at the merchant's other accounts. */
export interface Lookups {
  readonly named: ReadNamed;
  readonly elsewhere: ReadNamed;
}

export interface Compared {
  readonly matched: number;
  /** Only one side has them, and no money moved or can move. */
  readonly nothingMoved: number;
  readonly findings: readonly Finding[];
  /** Our records of other windows that were compared here, because the processor's are created here. */
  readonly found: readonly string[];
}

export interface Window {
  readonly window: Period;
  /** All windows of the run. */
  readonly windows: readonly Period[];
  readonly source: Source;
}

/**
 * Compares one window: what the processor has in it and within the margin, with what we created in it. What the processor has, and we did
 * not list, is looked up by name before it counts as missing: it may be older, or not say yet which account it is at. A record of the
 * margin alone belongs to another window.
 */
export async function compareWindow(
  theirs: readonly Theirs[],
  ours: readonly Ours[],
  place: Window,
  { named, elsewhere }: Lookups,
): Promise<Compared> {
  const { window, source } = place;
  const groups = join(theirs, ours, source);
  const strangers = groups.filter((group) => group.ours === null).flatMap((group) => group.theirs);
  // One that moved nothing needs no partner.
  const unknown = strangers.filter((one) => isLive(one, source));
  const others = unknown.length === 0 ? [] : await named(namesOf(unknown));
  const counted = join(unknown, others, source).filter((group) => isCountedHere(group, place));
  const late = await withoutThose(elsewhere, counted, source);
  const verdicts = [...groups.filter((group) => group.ours !== null), ...late].map((group) => judge(group, source));
  const unmoved = strangers.filter((one) => !isLive(one, source) && isWithin(one, window));
  return {
    matched: verdicts.filter((one) => one === 'matched').length,
    nothingMoved: verdicts.filter((one) => one === 'nothing_moved').length + unmoved.length,
    findings: verdicts.filter((one) => typeof one !== 'string'),
    found: late.flatMap((group) => (group.ours ? keyOfOurs(group.ours) : [])),
  };
}

/** Leaves out what is another account's of ours: several may have the credentials of one account of the processor. */
async function withoutThose(elsewhere: ReadNamed, groups: readonly Group[], source: Source): Promise<readonly Group[]> {
  const strangers = groups.filter(({ ours }) => ours === null).flatMap(({ theirs }) => theirs);
  if (strangers.length === 0) return groups;
  const known = join(strangers, await elsewhere(namesOf(strangers)), source).filter(({ ours }) => ours !== null);
  const theirs = new Set(known.flatMap((group) => group.theirs));
  return groups.filter((group) => group.ours !== null || !theirs.has(group.theirs[0]!));
}

const namesOf = (records: readonly Theirs[]) => ({
  references: records.map(({ reference }) => reference),
  ourIds: records.flatMap(({ ourId }) => ourId ?? []),
});

/** Whether this window counts what it looked up. */
function isCountedHere({ ours, theirs }: Group, { window, windows, source }: Window): boolean {
  if (ours && isWithin(ours, window)) return theirs.length > 0;
  const here = theirs.filter((one) => isWithin(one, window));
  if (here.length === 0) return false;
  if (!ours) return true;
  // A settlement file has what moved later of an older payment, too: that one is compared with the file of its own period.
  return source === 'list' && !theirs.every((one) => isSeenElsewhere(ours, one, windows, window));
}
