import type { Secret } from '@payorch/kernel';
import { z } from 'zod';
import { secretOf, setting } from './new-setting';
import type { Setting } from './setting';
import { optionalHttpUrl, plainText } from './settings';

export type FileStorageKind = 'folder' | 's3';

/** FILE_STORAGE: where the files of merchants are: a folder, or a bucket of S3. Production names it. */
export const fileStorage = (): Setting<FileStorageKind> =>
  setting('FILE_STORAGE', z.enum(['folder', 's3'], 'must be folder or s3'), 's3', { developmentFallback: 'folder' });

/** FILE_STORAGE_FOLDER: the folder; every gateway and every connector worker needs the same one. */
export const fileStorageFolder = (): Setting<string> =>
  plainText('FILE_STORAGE_FOLDER', '/var/lib/payorch/files', {
    fallback: '/var/lib/payorch/files',
    developmentFallback: '.payorch/files',
  });

const ofS3 = { variable: 'FILE_STORAGE', values: ['s3'] } as const;

/** FILE_STORAGE_S3_BUCKET: the bucket; it exists, and is not public. */
export const fileStorageBucket = (): Setting<string> =>
  setting(
    'FILE_STORAGE_S3_BUCKET',
    z.string().regex(/^$|^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
    'payorch-files',
    { fallback: '', requiredWith: ofS3 },
  );

/** FILE_STORAGE_S3_REGION: the region of the bucket. */
export const fileStorageRegion = (): Setting<string> =>
  setting('FILE_STORAGE_S3_REGION', z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be a region'), 'eu-central-1', {
    fallback: 'us-east-1',
    requiredWith: ofS3,
  });

/** FILE_STORAGE_S3_ENDPOINT: the address of another server than Amazon's; empty: Amazon's. */
export const fileStorageEndpoint = (): Setting<string | null> =>
  optionalHttpUrl('FILE_STORAGE_S3_ENDPOINT', 'https://objects.example.com', {
    refusedInProduction: (value) =>
      value.startsWith('http:') ? 'is an http:// URL: the key of the bucket travels over TLS alone' : undefined,
  });

/** FILE_STORAGE_S3_ACCESS_KEY_ID: the access key; empty: the role of the machine or the pod, as the client of Amazon finds it. */
export const fileStorageAccessKeyId = (): Setting<string> =>
  plainText('FILE_STORAGE_S3_ACCESS_KEY_ID', 'AKIA…', { fallback: '' });

/** FILE_STORAGE_S3_SECRET_ACCESS_KEY: the secret of the access key; empty where there is no access key id. */
export const fileStorageSecretAccessKey = (): Setting<Secret> =>
  setting('FILE_STORAGE_S3_SECRET_ACCESS_KEY', secretOf(z.string()), '<40 characters>', { secret: true, fallback: '' });
