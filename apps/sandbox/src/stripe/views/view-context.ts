import type { ObjectKind, StripeRecord } from '../objects/records';
import type { StripeObjects } from '../objects/store';
import type { Expansion } from './expansion';

export type ViewBody = Readonly<Record<string, unknown>>;

/** What a view may look up, how others are shown in it, and where the customer's browser reaches this process. */
export interface ViewContext {
  readonly objects: Pick<StripeObjects, 'get' | 'refundsOf'>;
  readonly publicUrl: string;
  show(record: StripeRecord, expansion: Expansion): ViewBody;
}

export type View<R> = (record: R, viewContext: ViewContext, expansion: Expansion) => ViewBody;

/** References of one object: each its id, or the object where it is to be shown whole. */
export const referencesIn =
  (viewContext: ViewContext, expansion: Expansion) =>
  (field: string, object: ObjectKind, id: string | null): string | ViewBody | null =>
    id === null || !expansion.has(field)
      ? id
      : viewContext.show(viewContext.objects.get(object, id), expansion.under(field));
