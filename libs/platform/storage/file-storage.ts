import type { StorageKey } from './storage-key';

/**
 * Where files are kept, whole and already sealed (`StoredFiles`): the storage knows neither their type nor their owner, and
 * what it holds is never run or shown by a program that reads it directly.
 */
export interface FileStorage {
  /** Resolves once the bytes are durable. A key is used once. @throws StorageFault */
  put(key: StorageKey, bytes: Buffer): Promise<void>;
  /** undefined: nothing has this key. @throws StorageFault: also for an object that no file of ours has, by its size */
  get(key: StorageKey): Promise<Buffer | undefined>;
  /** Also what an interrupted `put` left; a key without bytes is no error. @throws StorageFault */
  remove(key: StorageKey): Promise<void>;
}

/** In bytes. No file of ours is larger, so a larger object is refused before it fills the memory. */
export const largestObject = 16 * 1024 * 1024;

/** The storage did not do it, or we do not know whether it did: a retry may succeed. */
export class StorageFault extends Error {
  override readonly name = 'StorageFault';

  constructor(
    /** What failed, in our own words. */
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? {} : { cause });
  }
}
