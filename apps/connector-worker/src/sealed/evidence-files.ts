import type { EvidenceFile } from '@payorch/connector-kit';
import type { FileId, MerchantId } from '@payorch/kernel';

/** A stored file; a dispute says which evidence it is. */
export type StoredEvidence = Omit<EvidenceFile, 'evidenceType'>;

/** Reads the merchants' files. */
export abstract class EvidenceFiles {
  /** Undefined: the merchant has no such file. Throws where the storage does not answer. */
  abstract read(merchantId: MerchantId, fileId: FileId): Promise<StoredEvidence | undefined>;
}
