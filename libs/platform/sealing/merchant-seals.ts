import { InvariantError } from '@payorch/kernel';
import { decrypt, encrypt, smallestEncrypted } from './crypto/aead';
import { type DataKeys, lookupVersion, type WrappedDataKey } from './data-keys';
import { SealError } from './crypto/jwe';
import { packed, unpacked, unpackedForm } from './crypto/packed-text';
import type { BoxPlace } from './settings-box';
import { SealMemory } from './seal-memory';

/** Where a service finds the data keys of a merchant: its copy of the settings. */
export interface DataKeySource {
  /** In any order; undefined for a merchant whose keys have not arrived. */
  dataKeysOf(merchantId: string): readonly WrappedDataKey[] | undefined;
}

/** The merchant's data keys, or its newest one, have not arrived yet: the work is repeated until they have. */
export class DataKeysUnknown extends Error {
  override readonly name = 'DataKeysUnknown';

  constructor(
    readonly merchantId: string,
    version?: number,
  ) {
    super(`${version === undefined ? 'no data key' : `no data key ${version}`} of ${merchantId} is known`);
  }
}

export interface HowToSeal {
  /** The key of an earlier body; absent: the merchant's current one. */
  readonly dataKey?: string | undefined;
  /** For what is read once and never stored: bytes instead of a text, not compressed, since that costs more than it saves. */
  readonly isPassing?: boolean;
}

/** A sealed message body, and the wrapped key that opens it: a receiver needs no copy of the settings. */
export interface SealedBody {
  readonly sealed: Buffer;
  readonly dataKey: string;
}

const format = 'd1';
/** The same seal in a column of bytes: its bytes are not written in base64, which is a third longer. */
const formatInBytes = 'd2';
/** The first byte of a passing body, before nonce, text and tag. Other bodies are texts, and begin with `format`. */
const bodyMark = Buffer.from([1]);
/** Shorter bodies are not compressed: a topic has them for hours, not for years. */
const fewestPacked = 2_048;
/** The beginning of every text that is sealed with a key of this version. */
export const sealedPrefix = (version: number | string): string => `${format}.${version}.`;

/** In characters: a version has nine digits at most. */
export const longestSealedPrefix = sealedPrefix('999999999').length;

const sealedText = ({ version }: WrappedDataKey, bytes: Buffer): string =>
  sealedPrefix(version) + bytes.toString('base64url');

/** Each part is quoted, so that no two places read the same when joined. */
const placed = (version: number, { merchantId, objectId, column }: BoxPlace): Buffer =>
  Buffer.from(JSON.stringify([format, version, merchantId, objectId, column]));

function parsed(sealed: string): { version: number; bytes: Buffer } {
  const [form, version, body, ...more] = sealed.split('.');
  const bytes = Buffer.from(body ?? '', 'base64url');
  const isOurs = form === format && more.length === 0 && bytes.toString('base64url') === body;
  if (!isOurs || bytes.length < smallestEncrypted || !/^[1-9]\d{0,8}$/.test(version ?? ''))
    throw new SealError('malformed');
  return { version: Number(version), bytes };
}

function bodyOf(sealed: Buffer, { version }: WrappedDataKey): ReturnType<typeof parsed> {
  if (sealed.length < bodyMark.length + smallestEncrypted) throw new SealError('malformed');
  return { version, bytes: sealed.subarray(bodyMark.length) };
}

function opened(bytes: Buffer, key: ReturnType<DataKeys['unwrap']>, about: Buffer): Buffer {
  try {
    return unpacked(decrypt(bytes, key, about));
  } catch {
    throw new SealError('tampered');
  }
}

const keyText = ({ version, wrapped }: WrappedDataKey): string => `${version} ${wrapped}`;

function keyOfText(text: string): WrappedDataKey {
  const [version, wrapped, ...more] = text.split(' ');
  if (wrapped === undefined || more.length > 0) throw new SealError('malformed');
  return { version: Number(version), wrapped };
}

const sealedVersion = new RegExp(`^(?:${format}|${formatInBytes})\\.(\\d{1,9})\\.`);

/** Whether a stored text is sealed. Rows that are older than the seals begin with a brace. */
export const isSealed = (stored: string): boolean => stored.startsWith(`${format}.`);

const headOf = (stored: Buffer): string => stored.toString('latin1', 0, longestSealedPrefix);

/** How a value in a column of bytes is stored; `text`: the seal of a former release. */
export function formOfBytes(stored: Buffer): 'bytes' | 'text' | 'plain' {
  const head = headOf(stored);
  if (head.startsWith(`${formatInBytes}.`)) return 'bytes';
  return isSealed(head) ? 'text' : 'plain';
}

/** SQL that is true for a column of bytes that begins with `prefix`, SQL for a text prefix, in either form. */
export function beginsSealed(column: string, prefix: string): string {
  // `escape` accepts every byte, also half a character at the end.
  const head = `encode(substring(${column} FOR ${longestSealedPrefix}), 'escape')`;
  return `(starts_with(${head}, replace(${prefix}, '${format}.', '${formatInBytes}.')) OR starts_with(${head}, ${prefix}))`;
}

/**
 * Seals personal data with the data key of its merchant: compressed (`packed`), then AES-256-GCM, bound to merchant, table,
 * column, row and key version. A seal that is moved to another row, column or merchant does not open.
 */
export class MerchantSeals {
  /** Of the columns of rows: a seal that this process just made is neither made again nor opened. */
  readonly memory = new SealMemory();

  constructor(
    private readonly source: DataKeySource,
    private readonly keys: DataKeys,
  ) {}

  /** `d1.<key version>.<nonce, text and tag>`. @throws DataKeysUnknown */
  seal(text: string, place: BoxPlace): string {
    return this.sealWith(this.current(place.merchantId), text, place);
  }

  /**
   * @throws SealError: another place, changed bytes, or a version that the merchant has no more.
   * @throws DataKeysUnknown: also for a version above the known ones. After a rotation another process seals with the new
   * key before it arrives here.
   */
  open(sealed: string, place: BoxPlace): string {
    return this.openWithKnown(parsed(sealed), place).toString('utf8');
  }

  /** `d2.<key version>.`, then nonce, text and tag as they are. @throws DataKeysUnknown */
  sealBytes(bytes: Buffer, place: BoxPlace): Buffer {
    const key = this.current(place.merchantId);
    const head = Buffer.from(`${formatInBytes}.${key.version}.`, 'latin1');
    return Buffer.concat([head, this.encrypted(key, packed(bytes), place)]);
  }

  /** @throws SealError, DataKeysUnknown: as `open` */
  openBytes(sealed: Buffer, place: BoxPlace): Buffer {
    const [head, version] = sealedVersion.exec(headOf(sealed)) ?? [];
    if (head === undefined || !head.startsWith(`${formatInBytes}.`)) throw new SealError('malformed');
    const bytes = sealed.subarray(head.length);
    if (bytes.length < smallestEncrypted) throw new SealError('malformed');
    return this.openWithKnown({ version: Number(version), bytes }, place);
  }

  /**
   * Whether a stored value, or its beginning, is sealed with the merchant's current key; a walk over the rows rewrites the others. True too
   * for a newer key, which has reached another process before this one.
   */
  isCurrent(stored: string | Buffer, merchantId: string): boolean {
    const [, version] = sealedVersion.exec(typeof stored === 'string' ? stored : headOf(stored)) ?? [];
    return version !== undefined && Number(version) >= this.current(merchantId).version;
  }

  /** Seals a message, with its key beside it: the given key, or the merchant's current one. @throws DataKeysUnknown */
  sealBody(body: string | Buffer, place: BoxPlace, { dataKey, isPassing = false }: HowToSeal = {}): SealedBody {
    const key = dataKey === undefined ? this.current(place.merchantId) : keyOfText(dataKey);
    const isPacked = !isPassing && body.length >= fewestPacked;
    const bytes = this.encrypted(key, isPacked ? packed(body) : unpackedForm(body), place);
    const sealed = isPassing ? Buffer.concat([bodyMark, bytes]) : Buffer.from(sealedText(key, bytes), 'ascii');
    return { sealed, dataKey: keyText(key) };
  }

  /** @throws SealError */
  openBody({ sealed, dataKey }: SealedBody, place: BoxPlace): Buffer {
    const key = keyOfText(dataKey);
    const { version, bytes } = sealed[0] === bodyMark[0] ? bodyOf(sealed, key) : parsed(sealed.toString('ascii'));
    if (version !== key.version) throw new SealError('wrong_header');
    return opened(bytes, this.keys.unwrap(place.merchantId, key), placed(version, place));
  }

  /** For lists: equal for equal texts of one merchant and purpose, the same after every rotation. */
  hash(text: string, { merchantId, purpose }: { readonly merchantId: string; readonly purpose: string }): string {
    const key = this.keysOf(merchantId).find(({ version }) => version === lookupVersion);
    if (!key) throw new DataKeysUnknown(merchantId);
    return this.keys.hash(merchantId, key, purpose, text);
  }

  private openWithKnown({ version, bytes }: ReturnType<typeof parsed>, place: BoxPlace): Buffer {
    const keys = this.keysOf(place.merchantId);
    const key = keys.find((candidate) => candidate.version === version);
    if (!key && keys.every((known) => known.version < version)) throw new DataKeysUnknown(place.merchantId, version);
    if (!key) throw new SealError('unknown_key');
    return opened(bytes, this.keys.unwrap(place.merchantId, key), placed(version, place));
  }

  private sealWith(key: WrappedDataKey, text: string, place: BoxPlace): string {
    return sealedText(key, this.encrypted(key, packed(text), place));
  }

  private encrypted(key: WrappedDataKey, bytes: Buffer, place: BoxPlace): Buffer {
    return encrypt(bytes, this.keys.unwrap(place.merchantId, key), placed(key.version, place));
  }

  private keysOf(merchantId: string): readonly WrappedDataKey[] {
    const keys = this.source.dataKeysOf(merchantId);
    if (!keys) throw new DataKeysUnknown(merchantId);
    return keys;
  }

  /** The highest version. */
  private current(merchantId: string): WrappedDataKey {
    const keys = this.keysOf(merchantId);
    const newest = keys.reduce((one, other) => (other.version > one.version ? other : one), keys[0]!);
    if (newest.version === lookupVersion) throw new InvariantError(`${merchantId} has no data key that seals`);
    return newest;
  }
}
