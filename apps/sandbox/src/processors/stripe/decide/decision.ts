import type { Decision, DecisionContext as AnyContext, Events as AnyEvents } from '../../../kit/objects/decision';
import { decisionsOf, pick } from '../../../kit/objects/decision';
import type { Read, Refusal } from '../errors';
import type { Metadata, StripeRecord } from '../objects/records';
import type { StripeObjects } from '../objects/store';
import type { MetadataChange } from '../params/parts';

export type Events = AnyEvents<StripeRecord>;
export type StripeDecision = Decision<StripeRecord, Refusal>;
export const { unchanged, decided, stored, refused } = decisionsOf<StripeRecord, Refusal>();

/** Decides with a value that was read, or refuses. */
export const reading = <T>(read: Read<T>, decide: (value: T) => StripeDecision): StripeDecision =>
  'refusal' in read ? refused(read.refusal) : decide(read.value);

export interface DecisionContext extends AnyContext {
  readonly objects: Pick<StripeObjects, 'find' | 'get' | 'ofRecipient' | 'refundsOf' | 'disputesOf'>;
  readonly apiVersion: string;
  readonly settleAfterMs: number;
}

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
  return Object.fromEntries(Object.entries(change ? { ...before, ...change } : {}).filter(([, value]) => value !== ''));
}

/** Applies the named parameters of an update, and its metadata. */
export const updated = <R extends { readonly metadata: Metadata }, I extends { metadata?: MetadataChange | undefined }>(
  record: R,
  input: I,
  ...names: readonly (keyof I & keyof R)[]
): R => ({ ...record, ...pick(input, ...names), metadata: changedMetadata(record.metadata, input.metadata) });
