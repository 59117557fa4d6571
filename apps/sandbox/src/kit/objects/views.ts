import type { Expansion } from './expansion';
import type { StoredObject } from './object-store';

export type ViewBody = Readonly<Record<string, unknown>>;

/** What every view reads: the objects that another one references. */
export interface ViewContext<R extends StoredObject> {
  readonly objects: { get(object: R['object'], id: string): R };
}

/** How an API shows the objects of one kind, beside the fields that an object has as it is. */
export interface View<R extends StoredObject, V, O extends R['object']> {
  /** Fields with one value in all objects. */
  readonly constants: ViewBody;
  /** Fields that are shown as whole objects where they are expanded. */
  readonly references?: Readonly<Record<string, R['object']>>;
  /** Fields that follow from the object. */
  fields?(record: Extract<R, { object: O }>, viewContext: V, expansion: Expansion): ViewBody;
}

export type Views<R extends StoredObject, V> = { readonly [O in R['object']]: View<R, V, O> };

/** Returns the function that shows any object of a processor; `internal`: the fields that no view shows. */
export function viewer<R extends StoredObject, V extends ViewContext<R>>(
  views: Views<R, V>,
  internal: ReadonlySet<string>,
) {
  const show = (record: R, viewContext: V, expansion: Expansion): ViewBody => {
    const { id, object } = record;
    if ('deleted' in record && record.deleted) return { id, object, deleted: true };
    const {
      constants,
      references = {},
      fields,
    } = (views as unknown as Readonly<Record<string, View<R, V, never>>>)[object]!;
    const own = Object.entries(record).filter(([name]) => !internal.has(name));
    const expanded = own.map(([name, value]: [string, unknown]) => {
      const kind = value !== null && expansion.has(name) ? references[name] : undefined;
      if (kind === undefined) return [name, value];
      return [name, show(viewContext.objects.get(kind, String(value)), viewContext, expansion.under(name))];
    });
    return { ...constants, ...Object.fromEntries(expanded), ...fields?.(record as never, viewContext, expansion) };
  };
  return show;
}
