import type { ObjectKind, StripeRecord } from '../objects/records';
import type { StripeObjects } from '../objects/store';
import type { Expansion } from './expansion';

export type ViewBody = Readonly<Record<string, unknown>>;

/** What a view reads: other objects, their views, and the URL where the customer's browser reaches this process. */
export interface ViewContext {
  readonly objects: Pick<StripeObjects, 'get' | 'refundsOf'>;
  readonly publicUrl: string;
  show(record: StripeRecord, expansion: Expansion): ViewBody;
}

export type View<R> = (record: R, viewContext: ViewContext, expansion: Expansion) => ViewBody;

/** A reference of one object: its id, or the whole object where it is expanded. */
export const referencesIn =
  (viewContext: ViewContext, expansion: Expansion) =>
  (field: string, object: ObjectKind, id: string | null): string | ViewBody | null =>
    id === null || !expansion.has(field)
      ? id
      : viewContext.show(viewContext.objects.get(object, id), expansion.under(field));
