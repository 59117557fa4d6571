export { type FileStorage, StorageFault } from './file-storage';
export { type StorageConfig, storageSettings } from './settings';
export { storageKey, type StorageKey } from './storage-key';
export { StorageModule } from './storage.module';
export { type FileReference, StoredFiles } from './stored-files';
