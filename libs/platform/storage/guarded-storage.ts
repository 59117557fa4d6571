import type { Logger } from '@payorch/platform/telemetry';
import { metrics as ownMetrics, type Metrics } from '@payorch/platform/telemetry';
import { type FileStorage, StorageFault } from './file-storage';
import type { StorageKey } from './storage-key';

type Call = keyof FileStorage;

export interface GuardOptions {
  readonly timeoutMs: number;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics?: Pick<Metrics, 'observeFileStorageCall'>;
}

/** Rejects at the deadline. A folder on a dead network disk would answer never. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageFault('the file storage did not answer in time')), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A storage whose calls end in time, and are counted and logged. */
export class GuardedStorage implements FileStorage {
  constructor(
    private readonly storage: FileStorage,
    private readonly options: GuardOptions,
  ) {}

  put(key: StorageKey, bytes: Buffer): Promise<void> {
    return this.guarded('put', () => this.storage.put(key, bytes));
  }

  get(key: StorageKey): Promise<Buffer | undefined> {
    return this.guarded('get', () => this.storage.get(key));
  }

  remove(key: StorageKey): Promise<void> {
    return this.guarded('remove', () => this.storage.remove(key));
  }

  private async guarded<T>(call: Call, work: () => Promise<T>): Promise<T> {
    const { timeoutMs, logger, metrics = ownMetrics } = this.options;
    const began = performance.now();
    const observe = (outcome: 'done' | 'failed') =>
      metrics.observeFileStorageCall({ call, outcome }, (performance.now() - began) / 1_000);
    try {
      const result = await within(timeoutMs, work());
      observe('done');
      return result;
    } catch (error) {
      observe('failed');
      logger.warn({ error, cause: (error as Error).cause, call }, 'the file storage failed');
      throw error;
    }
  }
}
