import type { MerchantId, ProfileId } from '@payorch/kernel';
import { StoredBySetting } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';
import type { ContentType } from '../domain/content-type';
import type { FilePurpose, FileState } from '../domain/file';

const pkey = { primary: true, primaryKeyConstraintName: 'files_pkey' };

/** A merchant's file. Its bytes are in the file storage, sealed with a key that is in `facts`. */
@StoredBySetting(
  'FILES_RETENTION',
  'Evidence of a dispute; the merchant may delete a file before, and that of a deleted customer ends with its dispute.',
)
@Entity({ name: 'files' })
@Index('files_due', ['due_at'])
@Index('files_of_dispute', ['merchant_id', 'dispute_id'])
@Check('files_state', `state IN ('storing', 'stored', 'deleting')`)
export class FileRow {
  @Column({ type: 'text', ...pkey })
  merchant_id!: MerchantId;

  @Column({ type: 'text', ...pkey })
  file_id!: string;

  /** Null: every profile. */
  @Column({ type: 'text', nullable: true })
  profile_id!: ProfileId | null;

  @Column({ type: 'text' })
  purpose!: FilePurpose;

  @Column({ type: 'text' })
  dispute_id!: string;

  @Column({ type: 'text' })
  state!: FileState;

  /** In bytes, of the content. */
  @Column({ type: 'integer' })
  size!: number;

  @Column({ type: 'text' })
  content_type!: ContentType;

  @Column({ type: 'text' })
  storage_key!: string;

  /** Name and content key, sealed; empty once the file is deleted. */
  @Column({ type: 'jsonb' })
  facts!: object;

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  /** When the file is deleted: an unfinished or a deleted one soon, a stored one after its retention. */
  @Column({ type: 'timestamptz' })
  due_at!: Date;
}
