import type { ObjectKind, StripeRecord } from '../objects/records';
import type { StripeObjects } from '../objects/store';
import type { Expansion } from './expansion';

export type Shown = Readonly<Record<string, unknown>>;

/** What a view may look up, how others are shown in it, and where the customer's browser reaches this process. */
export interface Showing {
  readonly objects: Pick<StripeObjects, 'get' | 'refundsOf'>;
  readonly publicUrl: string;
  show(record: StripeRecord, expansion: Expansion): Shown;
}

export type View<R> = (record: R, showing: Showing, expansion: Expansion) => Shown;

/** References of one object: each its id, or the object where it is to be shown whole. */
export const referencesIn =
  (showing: Showing, expansion: Expansion) =>
  (field: string, object: ObjectKind, id: string | null): string | Shown | null =>
    id === null || !expansion.has(field) ? id : showing.show(showing.objects.get(object, id), expansion.under(field));
