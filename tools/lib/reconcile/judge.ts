import type { Group } from './join';
import type { Ours, Source, Theirs } from './records';
import { isLive } from './records';

/** In the order in which a person should read them. */
export const findingNames = [
  'double',
  'missing_here',
  'missing_there',
  'different_sums',
  'different_states',
  'waiting',
] as const;
export type FindingName = (typeof findingNames)[number];

export const differences = ['amount', 'moved', 'currency', 'state'] as const;
export type Difference = (typeof differences)[number];

/**
 * double: the processor charged for one of ours more than once. missing_here: the processor has moved or reserved money, or has something
 * open, that we do not know. missing_there: we say so, and the processor has nothing. waiting: we wait for an outcome, and the processor
 * says another thing than that it waits, or has nothing.
 */
export interface Finding {
  readonly name: FindingName;
  readonly kind: Theirs['kind'];
  readonly ours: Ours | null;
  /** What the processor has of it, in order of creation. */
  readonly theirs: readonly Theirs[];
  readonly differs: readonly Difference[];
}

/** nothing_moved: only one side has it, and no money moved or can move. */
export type Verdict = 'matched' | 'nothing_moved' | Finding;

/** Of two in which nothing moved, states say the same: the processor may cancel what we count as failed. */
function differencesOf(ours: Ours, theirs: Theirs, source: Source): Difference[] {
  if (!isLive(ours, source) && !isLive(theirs, source) && (source === 'settlement' || isOver(ours, theirs))) return [];
  const differs: Record<Difference, boolean> = {
    amount: theirs.amount !== null && ours.amount !== null && theirs.amount !== ours.amount,
    moved: theirs.moved !== ours.moved,
    currency: theirs.currency !== ours.currency,
    state: source === 'list' && theirs.state !== ours.state,
  };
  return differences.filter((name) => differs[name]);
}

const over = ['failed', 'canceled'];
const isOver = (...records: readonly Pick<Theirs, 'state'>[]): boolean =>
  records.every(({ state }) => over.includes(state));

/** What a comparison says about one group. Every group has exactly one verdict. */
export function judge({ ours, theirs }: Group, source: Source): Verdict {
  const live = theirs.filter((one) => isLive(one, source));
  const kind = (ours ?? theirs[0]!).kind;
  const finding = (name: FindingName, differs: readonly Difference[] = []): Finding => ({
    name,
    kind,
    ours,
    theirs,
    differs,
  });
  if (!ours) return live.length > 0 ? finding('missing_here') : 'nothing_moved';
  // A second reference with our id is a second charge, also where the first is not listed. A payout has several objects at some
  // processors, such as a transfer and what pays it out: a list has one of them, and we may know the other.
  const isSecond = ({ reference }: Theirs): boolean =>
    kind !== 'payout' && ours.reference !== null && reference !== ours.reference;
  if (live.length > 1 || live.some(isSecond)) return finding('double');
  const one = live[0] ?? theirs.find((their) => !isSecond(their));
  if (!one) return judgeAlone(ours, source, finding);
  if (isStep(ours, one)) return 'matched';
  const differs = differencesOf(ours, one, source);
  if (ours.isWaiting) return one.state === 'pending' && differs.length === 0 ? 'matched' : finding('waiting', differs);
  if (differs.some((name) => name !== 'state')) return finding('different_sums', differs);
  return differs.length > 0 ? finding('different_states', differs) : 'matched';
}

/**
 * Whether the processor lists a step of a payout that is on its way: a transfer has moved to the recipient, and what pays it out is another
 * object, or waits for the merchant.
 */
const isStep = (ours: Ours, theirs: Theirs): boolean =>
  ours.kind === 'payout' &&
  ours.state === 'pending' &&
  theirs.state === 'succeeded' &&
  theirs.moved === ours.amount &&
  theirs.currency === ours.currency &&
  (!ours.isWaiting || (ours.reference !== null && ours.reference !== theirs.reference));

function judgeAlone(ours: Ours, source: Source, finding: (name: FindingName) => Finding): Verdict {
  if (!isLive(ours, source)) return 'nothing_moved';
  return finding(source === 'list' && ours.isWaiting ? 'waiting' : 'missing_there');
}
