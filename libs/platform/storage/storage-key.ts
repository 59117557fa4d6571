import { randomBytes } from 'node:crypto';
import { InvariantError } from '@payorch/kernel';

/**
 * The name of stored bytes: 32 hex digits, random. It says nothing of file or merchant, and no text of a request is part of
 * it, so no request can name a path.
 */
export type StorageKey = string & { readonly __brand: 'StorageKey' };

const form = /^[0-9a-f]{32}$/;

export const newStorageKey = (): StorageKey => randomBytes(16).toString('hex') as StorageKey;

/** A key that was stored elsewhere. @throws InvariantError */
export function storageKey(text: string): StorageKey {
  if (!form.test(text)) throw new InvariantError('a storage key has 32 hex digits');
  return text as StorageKey;
}

/** Below which it is stored: 256 folders or prefixes, so that none becomes large. */
export const shardOf = (key: StorageKey): string => storageKey(key).slice(0, 2);
