import { Inject, Injectable } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import { columnsOf, numbered, type Sql } from '@payorch/platform/postgres';
import { type ResealedTable, sealedJson } from '@payorch/platform/rewrap';
import { MerchantSeals, type RowSeals, SealedColumn, sealedPrefix } from '@payorch/platform/sealing';
import { storageKey } from '@payorch/platform/storage';
import type { StoredFile } from '../domain/file';
import { FileRow } from './file.rows';

/** A dispute with files. */
export type FileDispute = Pick<StoredFile, 'merchantId' | 'disputeId'>;
type Place = Pick<StoredFile, 'merchantId' | 'fileId'>;

const facts = new SealedColumn('files.facts', ['name', 'contentKey']);
const columns = columnsOf(FileRow);
const inserted = columns.without('due_at');
const insertStatement = numbered(`
  INSERT INTO files (${inserted.list}, due_at)
  SELECT ${inserted.list}, now() + make_interval(secs => $::double precision / 1000)
  FROM unnest(${inserted.arrays}) AS made (${inserted.list})`);

/** Files for the walk that seals rows again. The stored bytes do not change: only the seal of their key does. */
export const resealedFiles: ResealedTable = { name: 'files', id: 'file_id', columns: [sealedJson(facts)] };

/** Merchants' files: what the gateway knows of them. */
@Injectable()
export class FileRepository {
  constructor(@Inject(MerchantSeals) private readonly seals: RowSeals) {}

  /** Lets one request at a time count the files of a dispute, until the transaction ends. */
  async lockCount(sql: Sql, { merchantId, disputeId }: Pick<StoredFile, 'merchantId' | 'disputeId'>): Promise<void> {
    await sql.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`gateway.files ${merchantId} ${disputeId}`]);
  }

  /** Those that are stored or being stored. */
  async countOf(sql: Sql, { merchantId, disputeId }: Pick<StoredFile, 'merchantId' | 'disputeId'>): Promise<number> {
    const [row] = await sql.query<{ files: number }>(
      `SELECT count(*)::int AS files FROM files WHERE merchant_id = $1 AND dispute_id = $2 AND state <> 'deleting'`,
      [merchantId, disputeId],
    );
    return row?.files ?? 0;
  }

  /** A file whose bytes are not there yet; after `dueInMs` it counts as abandoned. */
  async insert(sql: Sql, file: StoredFile, dueInMs: number): Promise<void> {
    await sql.query(insertStatement, [dueInMs, ...inserted.arraysOf([toRow(this.seals, file)])]);
  }

  /** Its bytes are there. False where it was abandoned meanwhile. */
  async markStored(sql: Sql, { merchantId, fileId }: Place, retentionMs: number): Promise<boolean> {
    const rows = await sql.query(
      `UPDATE files SET state = 'stored', due_at = created_at + make_interval(secs => $3::double precision / 1000)
       WHERE merchant_id = $1 AND file_id = $2 AND state = 'storing' RETURNING file_id`,
      [merchantId, fileId, retentionMs],
    );
    return rows.length > 0;
  }

  /** Not a deleted one: its name and its key are gone. */
  async find(sql: Sql, { merchantId, fileId }: Place): Promise<FileRow | undefined> {
    const [row] = await sql.query<FileRow>(
      `SELECT ${columns.list} FROM files WHERE merchant_id = $1 AND file_id = $2 AND state <> 'deleting'`,
      [merchantId, fileId],
    );
    return row;
  }

  /** @throws SealError, DataKeysUnknown */
  opened(row: FileRow): StoredFile {
    return fromRow(this.seals, row);
  }

  /** The disputes of stored files, the next ones after `after` in the order of merchant and id. */
  async disputesAfter(sql: Sql, after: FileDispute, limit: number): Promise<FileDispute[]> {
    return sql.query<FileDispute>(
      `SELECT DISTINCT merchant_id AS "merchantId", dispute_id AS "disputeId" FROM files
       WHERE (merchant_id, dispute_id) > ($1, $2) AND state = 'stored' ORDER BY 1, 2 LIMIT $3`,
      [after.merchantId, after.disputeId, limit],
    );
  }

  /** Deletes the stored files of these disputes: nothing opens them, and the clean-up removes their bytes. Returns their number. */
  async markErased(sql: Sql, merchantId: MerchantId, disputeIds: readonly string[]): Promise<number> {
    const rows = await sql.query(
      `UPDATE files SET state = 'deleting', facts = '{}', due_at = now()
       WHERE merchant_id = $1 AND dispute_id = ANY($2::text[]) AND state = 'stored' RETURNING file_id`,
      [merchantId, disputeIds],
    );
    return rows.length;
  }

  /** From now on nothing opens the file: its key is gone. False where it was deleted before. */
  async markDeleting(sql: Sql, { merchantId, fileId }: Place): Promise<boolean> {
    const rows = await sql.query(
      `UPDATE files SET state = 'deleting', facts = '{}', due_at = now()
       WHERE merchant_id = $1 AND file_id = $2 AND state = 'stored' RETURNING file_id`,
      [merchantId, fileId],
    );
    return rows.length > 0;
  }

  /** The bytes are gone, or were never there. */
  async delete(sql: Sql, { merchantId, fileId }: Place): Promise<void> {
    await sql.query(`DELETE FROM files WHERE merchant_id = $1 AND file_id = $2 AND state = 'deleting'`, [
      merchantId,
      fileId,
    ]);
  }

  /** Claims files that are due to be deleted, of any merchant; one that cannot be is due again after `againMs`. */
  async claimDue(sql: Sql, { limit, againMs }: { readonly limit: number; readonly againMs: number }) {
    const rows = await sql.query<Pick<FileRow, 'merchant_id' | 'file_id' | 'storage_key'>>(
      `UPDATE files SET state = 'deleting', facts = '{}', due_at = now() + make_interval(secs => $2::double precision / 1000)
       WHERE (${columns.key}) IN (
         SELECT ${columns.key} FROM files WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING merchant_id, file_id, storage_key`,
      [limit, againMs],
    );
    return rows.map((row) => ({
      merchantId: row.merchant_id,
      fileId: row.file_id,
      storageKey: storageKey(row.storage_key),
    }));
  }

  /** Whether the key of a file is sealed with this data key. */
  async hasSealedWith(sql: Sql, merchantId: MerchantId, dataKeyVersion: number): Promise<boolean> {
    const rows = await sql.query(
      `SELECT 1 FROM files WHERE merchant_id = $1 AND starts_with(facts ->> 'sealed', $2) LIMIT 1`,
      [merchantId, sealedPrefix(dataKeyVersion)],
    );
    return rows.length > 0;
  }
}

const placeOf = ({ merchantId, fileId }: Place) => ({ merchantId, objectId: fileId });

const toRow = (seals: RowSeals, file: StoredFile) => ({
  merchant_id: file.merchantId,
  file_id: file.fileId,
  profile_id: file.profileId,
  purpose: file.purpose,
  dispute_id: file.disputeId,
  state: file.state,
  size: file.size,
  content_type: file.contentType,
  storage_key: file.storageKey,
  facts: facts.write(seals, { name: file.name, contentKey: file.contentKey }, placeOf(file)),
  created_at: file.createdAt,
});

function fromRow(seals: RowSeals, row: FileRow): StoredFile {
  const place = { merchantId: row.merchant_id, fileId: row.file_id };
  const { name, contentKey } = facts.read(seals, row.facts, placeOf(place)) as Pick<StoredFile, 'name' | 'contentKey'>;
  return {
    ...place,
    profileId: row.profile_id,
    purpose: row.purpose,
    disputeId: row.dispute_id,
    state: row.state,
    size: row.size,
    contentType: row.content_type,
    storageKey: storageKey(row.storage_key),
    name,
    contentKey,
    createdAt: row.created_at,
  };
}
