import { formOfBytes, isSealed, type MerchantSeals } from './merchant-seals';
import type { RowPlace } from './row-place';

type Fields = Readonly<Record<string, unknown>>;

/** What seals and opens the columns of rows. */
export type RowSeals = Pick<
  MerchantSeals,
  'seal' | 'open' | 'sealBytes' | 'openBytes' | 'isCurrent' | 'hash' | 'memory'
>;

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

  write(seals: RowSeals, value: object, place: RowPlace): object {
    const personal: Record<string, unknown> = {};
    const open = emptied(value as Fields, this.branch, personal);
    if (Object.keys(personal).length > 0) open['sealed'] = this.sealed(seals, JSON.stringify(personal), place);
    return open;
  }

  /** A row is often written again within a second, and its personal fields are the same: so is their seal. */
  private sealed(seals: RowSeals, text: string, place: RowPlace): string {
    const known = seals.memory.sealOf(this.column, place, text);
    if (known !== undefined && seals.isCurrent(known, place.merchantId)) return known;
    const sealed = seals.seal(text, { ...place, column: this.column });
    seals.memory.remember(this.column, place, { text, sealed });
    return sealed;
  }

  /** The whole value. A personal field that was null or absent is null. @throws SealError, DataKeysUnknown */
  read(seals: RowSeals, stored: object, place: RowPlace): object {
    const { sealed } = stored as { readonly sealed?: string };
    if (sealed === undefined) return { ...stored };
    const text =
      seals.memory.textOf(this.column, place, sealed) ?? seals.open(sealed, { ...place, column: this.column });
    const open = filled(stored as Fields, this.branch, JSON.parse(text) as Fields);
    open['sealed'] = undefined;
    return open;
  }

  /** The same value under the merchant's current key; undefined where nothing is to be sealed or all of it is already. */
  resealed(seals: RowSeals, stored: object, place: RowPlace): object | undefined {
    const { sealed } = stored as { readonly sealed?: string };
    if (sealed === undefined) {
      const written = this.write(seals, stored, place);
      return 'sealed' in written ? written : undefined;
    }
    if (seals.isCurrent(sealed, place.merchantId)) return undefined;
    const at = { ...place, column: this.column };
    return { ...stored, sealed: seals.seal(seals.open(sealed, at), at) };
  }
}

/** A text column that is sealed whole. A text that is older than the seals is plain. */
export class SealedText {
  constructor(readonly column: string) {}

  write(seals: RowSeals, text: string, place: RowPlace): string {
    return seals.seal(text, { ...place, column: this.column });
  }

  read(seals: RowSeals, stored: string, place: RowPlace): string {
    return isSealed(stored) ? seals.open(stored, { ...place, column: this.column }) : stored;
  }

  /** The same text under the merchant's current key; undefined where it is already. */
  resealed(seals: RowSeals, stored: string, place: RowPlace): string | undefined {
    if (isSealed(stored) && seals.isCurrent(stored, place.merchantId)) return undefined;
    return this.write(seals, this.read(seals, stored, place), place);
  }
}

/** A column of bytes that is sealed whole. Bytes of former releases are a sealed text, or plain. */
export class SealedBytes {
  constructor(readonly column: string) {}

  write(seals: RowSeals, bytes: Buffer, place: RowPlace): Buffer {
    return seals.sealBytes(bytes, { ...place, column: this.column });
  }

  read(seals: RowSeals, stored: Buffer, place: RowPlace): Buffer {
    const at = { ...place, column: this.column };
    const form = formOfBytes(stored);
    if (form === 'bytes') return seals.openBytes(stored, at);
    return form === 'text' ? Buffer.from(seals.open(stored.toString('latin1'), at)) : stored;
  }

  /** The same bytes under the merchant's current key; undefined where they are already. */
  resealed(seals: RowSeals, stored: Buffer, place: RowPlace): Buffer | undefined {
    if (seals.isCurrent(stored, place.merchantId)) return undefined;
    return this.write(seals, this.read(seals, stored, place), place);
  }
}
