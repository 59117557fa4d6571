import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type FileStorage, largestObject, StorageFault } from './file-storage';
import { shardOf, type StorageKey } from './storage-key';

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | null)?.code;

/** Makes the names in a folder durable, as `fsync` of a file makes its bytes. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Files in a folder of this machine, or of a volume that all processes mount. A file has its name only once its bytes are on
 * the disk: they are written under another name, synced, and renamed.
 */
export class FolderStorage implements FileStorage {
  constructor(private readonly folder: string) {}

  async put(key: StorageKey, bytes: Buffer): Promise<void> {
    const { shard, file, unfinished } = this.placeOf(key);
    try {
      const made = await mkdir(shard, { recursive: true, mode: 0o700 });
      const handle = await open(unfinished, 'w', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, file);
      await syncFolder(shard);
      if (made !== undefined) await syncFolder(this.folder);
    } catch (error) {
      throw new StorageFault('the folder of files did not take a file', error);
    }
  }

  async get(key: StorageKey): Promise<Buffer | undefined> {
    const { file } = this.placeOf(key);
    try {
      const handle = await open(file, 'r');
      try {
        const { size } = await handle.stat();
        if (size > largestObject) throw new StorageFault('a stored file is larger than any of ours');
        return await handle.readFile();
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error instanceof StorageFault ? error : new StorageFault('the folder of files did not give a file', error);
    }
  }

  async remove(key: StorageKey): Promise<void> {
    const { file, unfinished } = this.placeOf(key);
    try {
      await Promise.all([file, unfinished].map((each) => rm(each, { force: true })));
    } catch (error) {
      throw new StorageFault('the folder of files did not remove a file', error);
    }
  }

  private placeOf(key: StorageKey) {
    const shard = path.join(this.folder, shardOf(key));
    const file = path.join(shard, key);
    return { shard, file, unfinished: `${file}.unfinished` };
  }
}
