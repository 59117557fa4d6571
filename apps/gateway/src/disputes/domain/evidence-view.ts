import type { EvidenceType } from '@payorch/rest';

/** A stored file, as far as the interface shows it. */
export interface ShownFile {
  readonly fileId: string;
  readonly name: string | null;
  /** In bytes. */
  readonly size: number;
  readonly contentType: string;
}

/**
 * An attached file in the form of the interface. Without a file: the merchant has deleted it, or its retention has ended, and it
 * is still named here so that the merchant sees what will not be submitted.
 */
export const evidenceView = (evidenceType: EvidenceType, fileId: string, file: ShownFile | undefined): object => ({
  evidence_type: evidenceType,
  file_metadata_response: {
    file_id: fileId,
    file_name: file?.name ?? null,
    file_size: file?.size ?? 0,
    file_type: file?.contentType ?? 'application/octet-stream',
    available: file !== undefined,
  },
});
