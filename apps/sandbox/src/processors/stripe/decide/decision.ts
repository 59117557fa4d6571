import type { Variation } from '../../../kit/faults/plan';
import type { Effect } from '../../../kit/ledger/effect';
import type { Moment } from '../../../kit/moment';
import type { Refusal } from '../errors';
import type { StripeObjects } from '../objects/store';
import type { Delivery, Json, Metadata, StripeRecord } from '../objects/records';
import type { MetadataChange } from '../params/parts';

export interface EventDraft {
  readonly type: string;
  readonly record: StripeRecord;
}

/** The result of one call. With a `refusal` the call is answered by it; `changed` is stored all the same. */
export interface StripeDecision {
  readonly shown?: StripeRecord;
  readonly changed: readonly StripeRecord[];
  readonly events: readonly EventDraft[];
  readonly effect?: Effect;
  readonly refusal?: Refusal;
}

/** The data that a decision reads, and the deviations of the fault. */
export interface DecisionContext {
  readonly objects: Pick<StripeObjects, 'find' | 'get' | 'refundsOf'>;
  readonly account: string;
  readonly apiVersion: string;
  readonly moment: Moment;
  /** The reference of the next effect in the ledger. */
  readonly reference: string;
  readonly variation: Variation;
  readonly delivery: Delivery | null;
  readonly settleAfterMs: number;
}

export const secondsOf = (ms: number): number => Math.floor(ms / 1000);

export const refused = (refusal: Refusal): StripeDecision => ({ changed: [], events: [], refusal });

/** Stores and returns one object, with its events. */
export const stored = (record: StripeRecord, ...types: readonly string[]): StripeDecision => ({
  shown: record,
  changed: [record],
  events: types.map((type) => ({ type, record })),
});

/**
 * Appends the second decision, which is the one that is returned. If the second is refused without a change, the first
 * is dropped and the refusal names no object.
 */
export function followedBy(first: StripeDecision, second: StripeDecision): StripeDecision {
  const { refusal } = second;
  if (refusal && second.changed.length === 0) return refused({ http: refusal.http, error: refusal.error });
  return { ...second, changed: [...first.changed, ...second.changed], events: [...first.events, ...second.events] };
}

/** An empty value deletes its key; empty metadata deletes all keys. */
export function changedMetadata(before: Metadata, change: MetadataChange | undefined): Metadata {
  if (change === undefined) return before;
  if (change === null) return {};
  const after = { ...before, ...change };
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== ''));
}

export const asJson = (input: unknown): Json => (typeof input === 'object' && input !== null ? (input as Json) : {});
