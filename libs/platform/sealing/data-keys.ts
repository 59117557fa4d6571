import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { BoxPlace, SettingsBox } from './settings-box';

/**
 * A data key of one merchant, wrapped by a master key, as settings and messages carry it. Version 0 is the merchant's
 * lookup key, which makes hashes and never changes; the others seal.
 */
export interface WrappedDataKey {
  readonly version: number;
  readonly wrapped: string;
}

/** The version of the key that makes a merchant's lookup hashes. */
export const lookupVersion = 0;

/** More unwrapped keys than this are forgotten, and unwrapped again when they are needed. */
const maxUnwrapped = 20_000;

const placeOf = (merchantId: string, version: number): BoxPlace => ({
  merchantId,
  objectId: String(version),
  column: 'data_keys.wrapped',
});

/** Makes, wraps and unwraps the data keys of merchants under the master keys. */
export class DataKeys {
  private readonly unwrapped = new LRUCache<string, KeyObject>({ max: maxUnwrapped });

  /** `master`: the master keys. The first wraps, every key of the list unwraps. */
  constructor(readonly master: SettingsBox) {}

  create(merchantId: string, version: number): WrappedDataKey {
    const key = randomBytes(32).toString('base64');
    return { version, wrapped: this.master.seal(key, placeOf(merchantId, version)) };
  }

  /** @throws SealError: the key belongs to another merchant or version, or no master key of the list wrapped it. */
  unwrap(merchantId: string, { version, wrapped }: WrappedDataKey): KeyObject {
    const name = `${merchantId}/${version}/${wrapped}`;
    const known = this.unwrapped.get(name);
    if (known) return known;
    const key = createSecretKey(Buffer.from(this.master.open(wrapped, placeOf(merchantId, version)), 'base64'));
    this.unwrapped.set(name, key);
    return key;
  }

  /** The same key, wrapped by the current master key. */
  rewrap(merchantId: string, key: WrappedDataKey): WrappedDataKey {
    const place = placeOf(merchantId, key.version);
    return { ...key, wrapped: this.master.seal(this.master.open(key.wrapped, place), place) };
  }

  /** Equal for equal texts of one merchant and purpose, and useless without the merchant's lookup key. */
  hash(merchantId: string, key: WrappedDataKey, purpose: string, text: string): string {
    return createHmac('sha256', this.unwrap(merchantId, key)).update(`${purpose}\0${text}`).digest('base64url');
  }
}
