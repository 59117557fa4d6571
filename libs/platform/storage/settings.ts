import {
  boolean,
  type ConfigOf,
  durationMs,
  fileStorage,
  fileStorageAccessKeyId,
  fileStorageBucket,
  fileStorageEndpoint,
  fileStorageFolder,
  fileStorageRegion,
  fileStorageSecretAccessKey,
} from '@payorch/platform/config';

/** The settings of a service that reads or writes files. */
export const storageSettings = {
  fileStorage: fileStorage(),
  fileStorageFolder: fileStorageFolder(),
  fileStorageBucket: fileStorageBucket(),
  fileStorageRegion: fileStorageRegion(),
  fileStorageEndpoint: fileStorageEndpoint(),
  /** The bucket is in the path of each address, as most servers other than Amazon's need it. */
  fileStoragePathStyle: boolean('FILE_STORAGE_S3_PATH_STYLE', false),
  fileStorageAccessKeyId: fileStorageAccessKeyId(),
  fileStorageSecretAccessKey: fileStorageSecretAccessKey(),
  /** For one call of the storage with its retries. */
  fileStorageTimeoutMs: durationMs('FILE_STORAGE_TIMEOUT', 5_000, { min: 100, max: 60_000 }),
};

export type StorageConfig = ConfigOf<typeof storageSettings>;
