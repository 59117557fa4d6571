import { InvariantError } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import { endedAtShutdown } from '@payorch/platform/lifecycle';
import type { FileStorage } from './file-storage';
import { FolderStorage } from './folder-storage';
import { GuardedStorage } from './guarded-storage';
import type { S3Options } from './s3-storage';
import type { StorageConfig } from './settings';

function s3Options(config: StorageConfig): S3Options {
  const { fileStorageAccessKeyId: accessKeyId, fileStorageSecretAccessKey: secretAccessKey } = config;
  const hasSecret = secretAccessKey.reveal() !== '';
  if ((accessKeyId !== '') !== hasSecret)
    throw new InvariantError('FILE_STORAGE_S3_ACCESS_KEY_ID and FILE_STORAGE_S3_SECRET_ACCESS_KEY are set together');
  return {
    bucket: config.fileStorageBucket,
    region: config.fileStorageRegion,
    endpoint: config.fileStorageEndpoint,
    isPathStyle: config.fileStoragePathStyle,
    credentials: hasSecret ? { accessKeyId, secretAccessKey } : null,
    timeoutMs: config.fileStorageTimeoutMs,
  };
}

/** The storage that the settings name. Amazon's client is large: it is loaded only where it is used. */
export async function openStorage(config: StorageConfig): Promise<FileStorage> {
  if (config.fileStorage === 'folder') return new FolderStorage(config.fileStorageFolder);
  const { S3Storage } = await import('./s3-storage');
  return endedAtShutdown(new S3Storage(s3Options(config)), (storage) => storage.close());
}

/** As `openStorage`, with its calls ended in time, counted and logged. */
export const openGuardedStorage = async (
  config: StorageConfig,
  logger: Pick<Logger, 'warn'>,
): Promise<GuardedStorage> =>
  new GuardedStorage(await openStorage(config), { timeoutMs: config.fileStorageTimeoutMs, logger });
