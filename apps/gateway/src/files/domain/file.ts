import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { StorageKey } from '@payorch/platform/storage';
import type { ContentType } from './content-type';

export const purposes = ['dispute_evidence'] as const;
export type FilePurpose = (typeof purposes)[number];

/**
 * storing: its bytes may not be there yet. stored: they are. deleting: nothing shows the file any more, and its key is gone; its
 * bytes will be.
 */
export const fileStates = ['storing', 'stored', 'deleting'] as const;
export type FileState = (typeof fileStates)[number];

export interface StoredFile {
  readonly merchantId: MerchantId;
  readonly fileId: string;
  /** Null: every profile. */
  readonly profileId: ProfileId | null;
  readonly purpose: FilePurpose;
  readonly disputeId: string;
  readonly state: FileState;
  /** In bytes, of the content. */
  readonly size: number;
  /** Judged by the content. */
  readonly contentType: ContentType;
  readonly storageKey: StorageKey;
  /** As it was sent, cleaned; null where it had none. */
  readonly name: string | null;
  /** Opens the bytes. */
  readonly contentKey: string;
  readonly createdAt: Date;
}

const form = /^file_[0-9A-Za-z]{20}$/;

export const isFileId = (text: string): boolean => form.test(text);

/** A caller without a profile sees every file of the merchant. */
export const isOf = (
  { profileId }: Pick<StoredFile, 'profileId'>,
  caller: { readonly profileId: ProfileId | null },
): boolean => caller.profileId === null || profileId === caller.profileId;
