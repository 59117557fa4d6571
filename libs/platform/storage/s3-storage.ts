import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import type { Secret } from '@payorch/kernel';
import { type FileStorage, largestObject, StorageFault } from './file-storage';
import { shardOf, type StorageKey } from './storage-key';

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** Of another server than Amazon's; null: Amazon's for the region. */
  readonly endpoint: string | null;
  /** The bucket is in the path, not in the host name: what most other servers need. */
  readonly isPathStyle: boolean;
  /** null: those of the machine, as Amazon's client finds them (role of the instance, of the pod). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: Secret } | null;
  /** For one call with its retries, in milliseconds. */
  readonly timeoutMs: number;
}

/** Together they end before the call's own timeout. */
const attempts = 3;
const connectionTimeoutMs = 1_000;
const prefix = 'files';

const objectOf = (key: StorageKey): string => `${prefix}/${shardOf(key)}/${key}`;

function clientConfig({ region, endpoint, isPathStyle, credentials, timeoutMs }: S3Options): S3ClientConfig {
  return {
    region,
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: isPathStyle,
    ...(credentials && {
      credentials: {
        accessKeyId: credentials.accessKeyId,
        secretAccessKey: credentials.secretAccessKey.reveal(),
      },
    }),
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectionTimeoutMs,
      requestTimeout: Math.ceil(timeoutMs / 2),
      throwOnRequestTimeout: true,
    },
    // Older servers refuse the checksums that the client adds by itself. The seal of a file shows every changed byte.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

/** Files in a bucket of Amazon S3 or of a server with its API. */
export class S3Storage implements FileStorage {
  private readonly client: S3Client;

  constructor(private readonly options: S3Options) {
    this.client = new S3Client(clientConfig(options));
  }

  async put(key: StorageKey, bytes: Buffer): Promise<void> {
    const command = new PutObjectCommand({ ...this.place(key), Body: bytes, ContentType: 'application/octet-stream' });
    await this.called('the bucket did not take a file', (abortSignal) => this.client.send(command, { abortSignal }));
  }

  async get(key: StorageKey): Promise<Buffer | undefined> {
    const command = new GetObjectCommand(this.place(key));
    return this.called('the bucket did not give a file', async (abortSignal) => {
      const { Body: body, ContentLength: size } = (await this.found(command, abortSignal)) ?? {};
      if (!body) return undefined;
      if (size === undefined || size > largestObject) throw new StorageFault('an object is larger than any of ours');
      return Buffer.from(await body.transformToByteArray());
    });
  }

  async remove(key: StorageKey): Promise<void> {
    const command = new DeleteObjectCommand(this.place(key));
    await this.called('the bucket did not remove a file', (abortSignal) => this.client.send(command, { abortSignal }));
  }

  close(): void {
    this.client.destroy();
  }

  private place(key: StorageKey) {
    return { Bucket: this.options.bucket, Key: objectOf(key) };
  }

  /** undefined: nothing has the key. A missing bucket is a fault. */
  private async found(command: GetObjectCommand, abortSignal: AbortSignal) {
    try {
      return await this.client.send(command, { abortSignal });
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  private async called<T>(failure: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await call(AbortSignal.timeout(this.options.timeoutMs));
    } catch (error) {
      throw error instanceof StorageFault ? error : new StorageFault(failure, error);
    }
  }
}
