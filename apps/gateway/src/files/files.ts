import { type Refusal, refuse } from '@payorch/contracts';
import { newId } from '@payorch/kernel';
import { DataKeysUnknown } from '@payorch/platform/sealing';
import { type FileReference, StorageFault, type StoredFiles } from '@payorch/platform/storage';
import type { AuthenticatedMerchant } from '../auth';
import { type DataKeyCache, openWithNewest } from '../data-keys';
import { RefusalError } from '../errors';
import { type Database, orUnavailable } from '../persistence';
import type { ContentType } from './domain/content-type';
import { type FilePurpose, isFileId, isOf, type StoredFile } from './domain/file';
import type { FileRepository } from './persistence/file.repository';

export interface FilesParts {
  readonly database: Pick<Database, 'read' | 'change'>;
  readonly files: FileRepository;
  readonly stored: StoredFiles;
  readonly keys: Pick<DataKeyCache, 'load' | 'forget'>;
  /** How long a file is kept. */
  readonly retentionMs: number;
}

export type FileOwner = Pick<AuthenticatedMerchant, 'merchantId' | 'profileId'>;

export interface NewFile {
  readonly purpose: FilePurpose;
  readonly disputeId: string;
  readonly name: string | null;
  readonly contentType: ContentType;
  readonly content: Buffer;
}

/** Far longer than any upload takes: what is still unfinished then was left by a gateway that died, or by a storage that failed. */
const abandonedAfterMs = 3_600_000;
const mostFiles = 100;

const notFound = refuse('file_not_found');
const tooMany = refuse('file_validation_failed', { reason: `a dispute has at most ${mostFiles} files` });

/** For requests: while the storage or a data key is away, the caller gets a refusal to retry. */
async function orAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StorageFault) throw new RefusalError(refuse('file_storage_away'));
    throw error instanceof DataKeysUnknown ? new RefusalError(refuse('settings_outdated')) : error;
  }
}

/**
 * Merchants' files. The row comes before the bytes and goes after them: whatever dies in between leaves a row that is due, and
 * the clean-up deletes what it names. No file is shown whose bytes are not there.
 */
export class Files {
  constructor(private readonly parts: FilesParts) {}

  /** Resolves once the file is durable. */
  async create({ content, ...about }: NewFile, { merchantId, profileId }: FileOwner): Promise<StoredFile | Refusal> {
    const { stored } = this.parts;
    const reference = stored.newReference(merchantId, newId('file'));
    const file: StoredFile = {
      ...about,
      ...reference,
      profileId,
      state: 'storing',
      size: content.length,
      createdAt: new Date(),
    };
    return orAway(this.store(file, content, reference));
  }

  /** The file with its content. */
  async retrieve(fileId: string, owner: FileOwner): Promise<{ file: StoredFile; content: Buffer } | Refusal> {
    const file = await this.find(fileId, owner);
    if ('code' in file) return file;
    const content = await orAway(this.parts.stored.get(file));
    return content ? { file, content } : refuse('file_not_available');
  }

  /** How another service finds and opens the file. It is sent only inside a seal (`FileReference`). */
  async reference(fileId: string, owner: FileOwner): Promise<(FileReference & StoredFile) | Refusal> {
    return this.find(fileId, owner);
  }

  /** From the answer on nothing opens the file. Bytes that the storage does not remove now are removed later. */
  async delete(fileId: string, owner: FileOwner): Promise<Refusal | undefined> {
    const file = await this.find(fileId, owner);
    if ('code' in file) return file;
    const { database, files, stored } = this.parts;
    const { merchantId } = file;
    if (!(await orUnavailable(database.change([merchantId], (sql) => files.markDeleting(sql, file))))) return notFound;
    try {
      await stored.remove(file);
      await database.change([merchantId], (sql) => files.delete(sql, file));
    } catch {
      // The storage has logged its fault, and the row is due.
    }
    return undefined;
  }

  private async store(file: StoredFile, content: Buffer, reference: FileReference): Promise<StoredFile | Refusal> {
    const { database, files, stored, keys, retentionMs } = this.parts;
    const { merchantId } = file;
    await orUnavailable(keys.load(merchantId));
    const refused = await orUnavailable(
      database.change([merchantId], async (sql): Promise<Refusal | undefined> => {
        await files.lockCount(sql, file);
        if ((await files.countOf(sql, file)) >= mostFiles) return tooMany;
        await files.insert(sql, file, abandonedAfterMs);
        return undefined;
      }),
    );
    if (refused) return refused;
    await stored.put(content, reference);
    const isStored = await orUnavailable(
      database.change([merchantId], (sql) => files.markStored(sql, file, retentionMs)),
    );
    return isStored ? { ...file, state: 'stored' } : refuse('file_storage_away');
  }

  /** A file of another merchant or profile is answered as an unknown one. */
  private async find(fileId: string, owner: FileOwner): Promise<StoredFile | Refusal> {
    if (!isFileId(fileId)) return notFound;
    const { database, files, keys } = this.parts;
    const { merchantId } = owner;
    const row = await orUnavailable(database.read([merchantId], (sql) => files.find(sql, { merchantId, fileId })));
    if (!row || !isOf({ profileId: row.profile_id }, owner)) return notFound;
    if (row.state !== 'stored') return refuse('file_not_available');
    return orAway(openWithNewest(keys, merchantId, () => files.opened(row)));
  }
}
