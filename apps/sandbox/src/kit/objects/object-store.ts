/** An object of a processor: of one kind, and of one account. */
export interface StoredObject {
  readonly object: string;
  readonly id: string;
  readonly account: string;
}

/** How a processor's objects belong together, and which of them need not be retained for ever. */
export interface StoreRules<R extends StoredObject> {
  /** The keys by which `under` finds an object; they may change with the object. */
  keysOf(record: R): readonly string[];
  /** The id of the whole that the object belongs to and is evicted with; undefined for an object that stays. */
  wholeOf(record: R): string | undefined;
  /** Whether the whole changes no more by itself. */
  hasEnded(whole: R, parts: readonly R[]): boolean;
  /** The ids of objects outside the whole that the object needs to be shown. */
  referencesOf(record: R): readonly string[];
  /** Whether an object stays when its last reference is evicted. */
  isRetained(record: R): boolean;
}

/**
 * The objects of all accounts in memory, by id and by their keys. Of ended wholes only the newest are retained, each with
 * all its parts, so that no reference points to a missing object.
 */
export class ObjectStore<R extends StoredObject> {
  private readonly byId = new Map<string, R>();
  private readonly byKind = new Map<string, Map<string, R>>();
  private readonly byKey = new Map<string, Set<string>>();
  private readonly parts = new Map<string, Set<string>>();
  /** How many objects reference each object. */
  private readonly references = new Map<string, number>();
  /** The ended wholes, ordered by their last change. */
  private readonly ended = new Set<string>();

  constructor(
    private readonly rules: StoreRules<R>,
    private readonly maxEndedRetained: number,
  ) {}

  store(record: R): void {
    const { id, object } = record;
    const before = this.byId.get(id);
    this.byId.set(id, record);
    const kind = this.byKind.get(object) ?? new Map<string, R>();
    this.byKind.set(object, kind.set(id, record));
    this.replaceKeys(before ? this.rules.keysOf(before) : [], this.rules.keysOf(record), id);
    for (const one of this.referencesOf(record)) this.references.set(one, this.referenced(one) + 1);
    if (before) this.release(before);
    this.update(this.rules.wholeOf(record), id);
  }

  private replaceKeys(before: readonly string[], after: readonly string[], id: string): void {
    for (const key of before) if (!after.includes(key)) remove(this.byKey, key, id);
    for (const key of after) add(this.byKey, key, id);
  }

  private update(whole: string | undefined, part: string): void {
    if (whole === undefined) return;
    add(this.parts, whole, part);
    this.ended.delete(whole);
    const record = this.byId.get(whole);
    if (record && this.rules.hasEnded(record, this.partsOf(whole))) this.ended.add(whole);
    for (const oldest of this.ended) {
      if (this.ended.size <= this.maxEndedRetained) return;
      this.ended.delete(oldest);
      for (const one of this.partsOf(oldest)) this.evict(one);
      this.parts.delete(oldest);
    }
  }

  private evict(record: R): void {
    this.byId.delete(record.id);
    this.byKind.get(record.object)?.delete(record.id);
    this.replaceKeys(this.rules.keysOf(record), [], record.id);
    for (const id of this.release(record)) {
      const free = this.byId.get(id);
      if (free && !this.rules.isRetained(free)) this.evict(free);
    }
  }

  /** Ends the object's references; returns those without any left. */
  private release(record: R): string[] {
    return this.referencesOf(record).filter((id) => {
      const left = this.referenced(id) - 1;
      if (left > 0) this.references.set(id, left);
      else this.references.delete(id);
      return left <= 0;
    });
  }

  private referencesOf(record: R): string[] {
    return [...new Set(this.rules.referencesOf(record))];
  }

  private referenced(id: string): number {
    return this.references.get(id) ?? 0;
  }

  private partsOf(whole: string): R[] {
    return this.found(this.parts.get(whole));
  }

  private found(ids: Iterable<string> = []): R[] {
    return [...ids].flatMap((id) => this.byId.get(id) ?? []);
  }

  find<O extends R['object']>(object: O, account: string, id: string): Extract<R, { object: O }> | undefined {
    const record = this.byId.get(id);
    return record?.object === object && record.account === account ? (record as Extract<R, { object: O }>) : undefined;
  }

  /** Returns an object that another object references; throws if it is missing. */
  get<O extends R['object']>(object: O, id: string): Extract<R, { object: O }> {
    const record = this.byId.get(id);
    if (record?.object !== object) throw new Error(`${object} ${id} is missing`);
    return record as Extract<R, { object: O }>;
  }

  /** Newest last. */
  all<O extends R['object']>(object: O, account?: string): Extract<R, { object: O }>[] {
    const all = [...(this.byKind.get(object)?.values() ?? [])] as Extract<R, { object: O }>[];
    return account === undefined ? all : all.filter((record) => record.account === account);
  }

  /** The objects with this key, in the order in which they got it. */
  under(key: string): R[] {
    return this.found(this.byKey.get(key));
  }
}

function add(index: Map<string, Set<string>>, key: string, id: string): void {
  const known = index.get(key);
  if (known) known.add(id);
  else index.set(key, new Set([id]));
}

function remove(index: Map<string, Set<string>>, key: string, id: string): void {
  const known = index.get(key);
  known?.delete(id);
  if (known?.size === 0) index.delete(key);
}
