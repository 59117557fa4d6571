import type { MerchantId } from '@payorch/kernel';

/**
 * The pauses before the passes over the payments of a deleted customer, in ms. The second pass finds what was stored
 * beside the first. The last finds what arrived later: authorizations end within a week, and no topic delivers a
 * message again after that.
 */
const pausesMs = [0, 15 * 60_000, 8 * 86_400_000] as const;

/** The pause between two pages, so that a customer with many payments does not delay other payments. */
const pageEveryMs = 1_000;

/** Payments of one page. */
export const redactionPageSize = 200;

/** The account after this one in a pass over `accounts`, of which the first is the customer's own and the others have the order of their ids. */
export function nextAccount(account: MerchantId, [own, ...others]: readonly MerchantId[]): MerchantId | undefined {
  return others.find((other) => account === own || other > account);
}

export interface PassPosition {
  readonly pass: number;
  /** Whether the pass goes on with another page. */
  readonly hasMore: boolean;
}

export const isLastPass = (pass: number): boolean => pass >= pausesMs.length;

/** The pass of the next page, and the time until then; undefined after the last page of the last pass. */
export function nextPage({ pass, hasMore }: PassPosition): { pass: number; delayMs: number } | undefined {
  if (hasMore) return { pass, delayMs: pageEveryMs };
  if (isLastPass(pass)) return undefined;
  return { pass: pass + 1, delayMs: pausesMs[pass] ?? 0 };
}
