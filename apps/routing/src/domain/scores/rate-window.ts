import type { SuccessBasedConfig } from '@payorch/contracts';

/** Results of payments that follow each other. */
export interface Block {
  readonly approved: number;
  readonly total: number;
}

/** The last results of an account: full blocks, oldest first, and the block that is being filled. `since`: Unix milliseconds. */
export interface RateWindow {
  readonly full: readonly Block[];
  readonly open: (Block & { readonly since: number }) | null;
}

export const emptyWindow: RateWindow = { full: [], open: null };

type Sizes = Pick<SuccessBasedConfig, 'blockThreshold' | 'maxAggregatesSize'>;

const minuteMs = 60_000;

function closed({ full, open }: RateWindow, { maxAggregatesSize }: Sizes): RateWindow {
  if (open === null) return { full, open };
  const { approved, total } = open;
  return { full: [...full, { approved, total }].slice(-Math.max(1, maxAggregatesSize)), open: null };
}

/** The window with one more result. A block is full after its number of results, or when a result arrives after its duration. */
export function withResult(
  window: RateWindow,
  { isApproved, at }: { readonly isApproved: boolean; readonly at: number },
  sizes: Sizes,
): RateWindow {
  const { durationInMins, maxTotalCount } = sizes.blockThreshold;
  const isOver = window.open !== null && durationInMins !== null && at - window.open.since >= durationInMins * minuteMs;
  const { full, open } = isOver ? closed(window, sizes) : window;
  const { approved, total, since } = open ?? { approved: 0, total: 0, since: at };
  const next = { full, open: { approved: approved + (isApproved ? 1 : 0), total: total + 1, since } };
  return next.open.total >= maxTotalCount ? closed(next, sizes) : next;
}

/** The sum of the results of a window. */
export function resultsOf({ full, open }: RateWindow): Block {
  const blocks: readonly Block[] = open ? [...full, open] : full;
  return {
    approved: blocks.reduce((sum, block) => sum + block.approved, 0),
    total: blocks.reduce((sum, block) => sum + block.total, 0),
  };
}

/** The success rate from 0 to 100. A window with fewer full blocks than the minimum says nothing: the default rate counts. */
export function rateOf(
  window: RateWindow,
  { minAggregatesSize, defaultSuccessRate }: Pick<SuccessBasedConfig, 'minAggregatesSize' | 'defaultSuccessRate'>,
): number {
  const { approved, total } = resultsOf(window);
  if (total === 0 || window.full.length < minAggregatesSize) return defaultSuccessRate;
  return (100 * approved) / total;
}
