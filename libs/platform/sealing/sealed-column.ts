import { InvariantError } from '@payorch/kernel';
import { formOfBytes, isSealed, type MerchantSeals } from './merchant-seals';
import { SealMemory } from './seal-memory';

type Fields = Readonly<Record<string, unknown>>;

/** The row of a sealed value. */
export interface RowPlace {
  readonly merchantId: string;
  readonly objectId: string;
}

export type RowSeals = Pick<MerchantSeals, 'seal' | 'open' | 'sealBytes' | 'openBytes' | 'isCurrent' | 'hash'>;

let ofProcess: RowSeals | undefined;
const memory = new SealMemory();

/** The seals of this process, for the columns of all its tables: set once at the start, like its metrics. */
export const rowSeals = {
  use(seals: RowSeals): void {
    ofProcess = seals;
    memory.clear();
  },
  get current(): RowSeals {
    if (!ofProcess) throw new InvariantError('this process has no seals for its rows');
    return ofProcess;
  },
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Paths with a common beginning, together: an object on the way is copied once, not once for each of its fields. */
interface Branch {
  /** The sealed fields of this object. */
  readonly leaves: readonly { readonly name: string; readonly path: string }[];
  /** Its objects that have sealed fields. */
  readonly inner: readonly (readonly [name: string, branch: Branch])[];
}

/** `names`: what is left of each path at this depth. */
function branchOf(paths: readonly { readonly path: string; readonly names: readonly string[] }[]): Branch {
  const leaves = paths.filter(({ names }) => names.length === 1);
  const longer = paths.filter(({ names }) => names.length > 1);
  const inner = [...new Set(longer.map(({ names }) => names[0]!))];
  return {
    leaves: leaves.map(({ path, names }) => ({ path, name: names[0]! })),
    inner: inner.map((name) => {
      const below = longer.filter(({ names }) => names[0] === name);
      return [name, branchOf(below.map(({ path, names }) => ({ path, names: names.slice(1) })))];
    }),
  };
}

/** A copy without the personal fields, which are added to `personal` by their path. Other code may have the objects. */
function emptied(value: Fields, { leaves, inner }: Branch, personal: Record<string, unknown>): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...value };
  for (const { name, path } of leaves) {
    const found = copy[name];
    if (found === undefined || found === null) continue;
    personal[path] = found;
    // Left out of the JSON.
    copy[name] = undefined;
  }
  for (const [name, branch] of inner) {
    const below = copy[name];
    if (isFields(below)) copy[name] = emptied(below, branch, personal);
  }
  return copy;
}

/** A copy with every personal field, null where there is none. Where a path ends early, nothing is added. */
function filled(value: Fields, { leaves, inner }: Branch, personal: Fields): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...value };
  for (const { name, path } of leaves) copy[name] = personal[path] ?? null;
  for (const [name, branch] of inner) {
    const below = copy[name];
    if (isFields(below)) copy[name] = filled(below, branch, personal);
  }
  return copy;
}

/**
 * A JSON column whose personal fields are sealed together: `{"captureMethod": …, "sealed": "d1.…"}`. Statements still read
 * the other fields. A value that is older than the seals is plain, until a walk over the rows seals it.
 */
export class SealedColumn {
  private readonly branch: Branch;

  /** `column`: table and column, `intents.body`. `personal`: the sealed fields, each as a path: `method.card.holderName`. */
  constructor(
    readonly column: string,
    personal: readonly string[],
  ) {
    this.branch = branchOf(personal.map((path) => ({ path, names: path.split('.') })));
  }

  write(value: object, place: RowPlace): object {
    const personal: Record<string, unknown> = {};
    const open = emptied(value as Fields, this.branch, personal);
    if (Object.keys(personal).length > 0) open['sealed'] = this.sealed(JSON.stringify(personal), place);
    return open;
  }

  /** A row is often written again within a second, and its personal fields are the same: so is their seal. */
  private sealed(text: string, place: RowPlace): string {
    const seals = rowSeals.current;
    const known = memory.sealOf(this.column, place, text);
    if (known !== undefined && seals.isCurrent(known, place.merchantId)) return known;
    const sealed = seals.seal(text, { ...place, column: this.column });
    memory.remember(this.column, place, { text, sealed });
    return sealed;
  }

  /** The whole value. A personal field that was null or absent is null. @throws SealError, DataKeysUnknown */
  read(stored: object, place: RowPlace): object {
    const { sealed } = stored as { readonly sealed?: string };
    if (sealed === undefined) return { ...stored };
    const text =
      memory.textOf(this.column, place, sealed) ?? rowSeals.current.open(sealed, { ...place, column: this.column });
    const open = filled(stored as Fields, this.branch, JSON.parse(text) as Fields);
    open['sealed'] = undefined;
    return open;
  }

  /** The same value under the merchant's current key; undefined where nothing is to be sealed or all of it is already. */
  resealed(stored: object, place: RowPlace): object | undefined {
    const { sealed } = stored as { readonly sealed?: string };
    if (sealed === undefined) {
      const written = this.write(stored, place);
      return 'sealed' in written ? written : undefined;
    }
    const seals = rowSeals.current;
    if (seals.isCurrent(sealed, place.merchantId)) return undefined;
    const at = { ...place, column: this.column };
    return { ...stored, sealed: seals.seal(seals.open(sealed, at), at) };
  }
}

/** A text column that is sealed whole. A text that is older than the seals is plain. */
export class SealedText {
  constructor(readonly column: string) {}

  write(text: string, place: RowPlace): string {
    return rowSeals.current.seal(text, { ...place, column: this.column });
  }

  read(stored: string, place: RowPlace): string {
    return isSealed(stored) ? rowSeals.current.open(stored, { ...place, column: this.column }) : stored;
  }

  /** The same text under the merchant's current key; undefined where it is already. */
  resealed(stored: string, place: RowPlace): string | undefined {
    if (isSealed(stored) && rowSeals.current.isCurrent(stored, place.merchantId)) return undefined;
    return this.write(this.read(stored, place), place);
  }
}

/** A column of bytes that is sealed whole. Bytes of former releases are a sealed text, or plain. */
export class SealedBytes {
  constructor(readonly column: string) {}

  write(bytes: Buffer, place: RowPlace): Buffer {
    return rowSeals.current.sealBytes(bytes, { ...place, column: this.column });
  }

  read(stored: Buffer, place: RowPlace): Buffer {
    const at = { ...place, column: this.column };
    const form = formOfBytes(stored);
    if (form === 'bytes') return rowSeals.current.openBytes(stored, at);
    return form === 'text' ? Buffer.from(rowSeals.current.open(stored.toString('latin1'), at)) : stored;
  }

  /** The same bytes under the merchant's current key; undefined where they are already. */
  resealed(stored: Buffer, place: RowPlace): Buffer | undefined {
    if (rowSeals.current.isCurrent(stored, place.merchantId)) return undefined;
    return this.write(this.read(stored, place), place);
  }
}
