import type { SealedEvidenceFile } from '@payorch/contracts';
import type { EvidenceFile } from '@payorch/connector-kit';
import type { MerchantId } from '@payorch/kernel';
import { storageKey, type StoredFiles } from '@payorch/platform/storage';

/** Reads the files of evidence, which the gateway has stored. */
export class EvidenceFiles {
  constructor(private readonly stored: Pick<StoredFiles, 'get'>) {}

  /** Undefined: its bytes are not stored any more. @throws StorageFault, SealError: the stored bytes are not those of this file */
  async read(
    merchantId: MerchantId,
    { evidenceType, fileId, contentKey, contentType, ...file }: SealedEvidenceFile,
  ): Promise<EvidenceFile | undefined> {
    const reference = { merchantId, fileId, storageKey: storageKey(file.storageKey), contentKey };
    const bytes = await this.stored.get(reference);
    return bytes && { evidenceType, name: file.name ?? fileId, contentType, bytes };
  }
}
