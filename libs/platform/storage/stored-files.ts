import type { MerchantId } from '@payorch/kernel';
import { newContentKey, openContent, sealContent } from '@payorch/platform/sealing';
import type { FileStorage } from './file-storage';
import { newStorageKey, type StorageKey } from './storage-key';

/**
 * How a stored file is found and opened; its owner keeps it, and a sealed message may carry it to another service. The
 * content key alone opens the bytes, so it is only ever stored or sent inside a seal.
 */
export interface FileReference {
  readonly merchantId: MerchantId;
  readonly fileId: string;
  readonly storageKey: StorageKey;
  readonly contentKey: string;
}

/** Seals files on their way into the storage, and opens them on their way out. */
export class StoredFiles {
  constructor(private readonly storage: FileStorage) {}

  /** A reference to bytes that are not stored yet. Its owner records it before `put`, so that no bytes are ever without an owner. */
  newReference(merchantId: MerchantId, fileId: string): FileReference {
    return { merchantId, fileId, storageKey: newStorageKey(), contentKey: newContentKey() };
  }

  /** Once for each reference. @throws StorageFault */
  put(content: Buffer, { storageKey, contentKey, ...place }: FileReference): Promise<void> {
    return this.storage.put(storageKey, sealContent(content, contentKey, place));
  }

  /** undefined: no bytes are stored. @throws StorageFault, SealError: the stored bytes are not those of this file */
  async get({ storageKey, contentKey, ...place }: FileReference): Promise<Buffer | undefined> {
    const sealed = await this.storage.get(storageKey);
    return sealed && openContent(sealed, contentKey, place);
  }

  /** @throws StorageFault */
  remove({ storageKey }: Pick<FileReference, 'storageKey'>): Promise<void> {
    return this.storage.remove(storageKey);
  }
}
