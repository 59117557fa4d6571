import type { Effect, Moment, Variation } from '../../processor/payment';
import type { Refusal } from '../errors';
import type { StripeObjects } from '../objects/store';
import type { Delivery, Json, Metadata, StripeRecord } from '../objects/records';
import type { MetadataChange } from '../params/parts';

export interface EventDraft {
  readonly type: string;
  readonly record: StripeRecord;
}

/** What one call comes to. `refusal` is the answer where there is one; what changed is kept all the same. */
export interface StripeDecision {
  readonly shown?: StripeRecord;
  readonly changed: readonly StripeRecord[];
  readonly events: readonly EventDraft[];
  readonly effect?: Effect;
  readonly refusal?: Refusal;
}

/** What a decision may look at, and how a fault bends it. */
export interface DecisionContext {
  readonly objects: Pick<StripeObjects, 'find' | 'get' | 'refundsOf'>;
  readonly account: string;
  readonly apiVersion: string;
  readonly moment: Moment;
  /** The operation that the ledger books an effect under. */
  readonly reference: string;
  readonly variation: Variation;
  readonly delivery: Delivery | null;
  readonly settleAfterMs: number;
}

export const secondsOf = (ms: number): number => Math.floor(ms / 1000);

export const refused = (refusal: Refusal): StripeDecision => ({ changed: [], events: [], refusal });

/** One object made or changed, shown, and told of. */
export const stored = (record: StripeRecord, ...types: readonly string[]): StripeDecision => ({
  shown: record,
  changed: [record],
  events: types.map((type) => ({ type, record })),
});

/**
 * The second decision follows from the first and has the last word on what is shown. Where it is refused as it stands,
 * the first never was: the refusal is about nothing that exists.
 */
export function followedBy(first: StripeDecision, second: StripeDecision): StripeDecision {
  const { refusal } = second;
  if (refusal && second.changed.length === 0) return refused({ http: refusal.http, error: refusal.error });
  return { ...second, changed: [...first.changed, ...second.changed], events: [...first.events, ...second.events] };
}

/** Keys that are sent empty go; all go where the whole is sent empty. */
export function changedMetadata(before: Metadata, change: MetadataChange | undefined): Metadata {
  if (change === undefined) return before;
  if (change === null) return {};
  const after = { ...before, ...change };
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== ''));
}

export const asJson = (given: unknown): Json => (typeof given === 'object' && given !== null ? (given as Json) : {});
