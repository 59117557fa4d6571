import { pdfFile, rotatingSeals } from '@payorch/harness';
import { isRefusal, type Refusal, refuse } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { knownDataKeys, ResealWalk } from '@payorch/platform/rewrap';
import { StorageFault, StoredFiles } from '@payorch/platform/storage';
import { silentLogger } from '@payorch/platform/telemetry';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FolderStorage } from '../../../../libs/platform/storage/folder-storage';
import { gatewayDatabase, type GatewayDatabase } from '../../test/gateway-database';
import { EvidenceErasure } from './evidence-erasure';
import { FileCleanUp } from './file-clean-up';
import { Files, type NewFile } from './files';
import { FileRepository, resealedFiles } from './persistence/file.repository';

const folder = mkdtempSync(path.join(tmpdir(), 'payorch-files-'));
const { seals, source } = rotatingSeals();
const rows = new FileRepository(seals);
let gateway: GatewayDatabase;
/** What the storage does instead of its next call of this name. */
let faults: Partial<Record<'put' | 'remove', () => Promise<void>>>;
beforeAll(async () => void (gateway = await gatewayDatabase()));
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  faults = {};
  await gateway.database.change('every', (sql) => sql.query('DELETE FROM files'));
  rmSync(folder, { recursive: true, force: true });
});

class FaultyFolder extends FolderStorage {
  override put(...args: Parameters<FolderStorage['put']>): Promise<void> {
    return faults.put?.() ?? super.put(...args);
  }

  override remove(...args: Parameters<FolderStorage['remove']>): Promise<void> {
    return faults.remove?.() ?? super.remove(...args);
  }
}

const owner = (merchantId = 'acme', profileId: string | null = null) => ({
  merchantId: merchantId as MerchantId,
  profileId: profileId as ProfileId | null,
});
const stored = new StoredFiles(new FaultyFolder(folder));
const files = () =>
  new Files({
    database: gateway.database,
    files: rows,
    stored,
    keys: { load: async () => undefined, forget: () => undefined },
    retentionMs: 86_400_000,
  });
const cleanUp = () =>
  new FileCleanUp({ database: gateway.database, files: rows, stored, logger: silentLogger, everyMs: 60_000 }).round();
const about: NewFile = {
  purpose: 'dispute_evidence',
  disputeId: 'dp_1',
  name: 'receipt.pdf',
  contentType: 'application/pdf',
  content: pdfFile(),
};
const done = <T>(result: T | Refusal): T => {
  if (isRefusal(result)) throw new Error(result.code);
  return result;
};
const create = async (by = owner(), more: Partial<NewFile> = {}) =>
  done(await files().create({ ...about, ...more }, by));
const storedRows = () =>
  gateway.database.read('every', (sql) =>
    sql.query<{ file_id: string; state: string; facts: { sealed?: string } }>(
      'SELECT file_id, state, facts FROM files ORDER BY created_at',
    ),
  );
const makeDue = () => gateway.database.change('every', (sql) => sql.query('UPDATE files SET due_at = now()'));
const bytesIn = (): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
};
const away = () => Promise.reject(new StorageFault('away'));

it('a file has its facts, and its content is stored sealed', async () => {
  const { fileId } = await create(owner('acme', 'pro_1'));
  const { file, content } = done(await files().retrieve(fileId, owner()));
  expect(content.equals(about.content)).toBe(true);
  expect(file).toMatchObject({
    profileId: 'pro_1',
    disputeId: 'dp_1',
    name: 'receipt.pdf',
    contentType: 'application/pdf',
    size: about.content.length,
    state: 'stored',
  });
  const [bytes] = bytesIn();
  expect(readFileSync(bytes!).includes('%PDF')).toBe(false);
});

it('is found by its merchant and its profile alone', async () => {
  const { fileId } = await create(owner('acme', 'pro_1'));
  for (const by of [owner('acme', 'pro_1'), owner()]) done(await files().retrieve(fileId, by));
  for (const by of [owner('acme', 'pro_2'), owner('other')])
    for (const result of [
      await files().retrieve(fileId, by),
      await files().reference(fileId, by),
      await files().delete(fileId, by),
    ])
      expect(result).toMatchObject({ code: 'file_not_found' });
  expect(await storedRows()).toHaveLength(1);
});

it('a reference opens the file for another service, and a changed one does not', async () => {
  const { fileId } = await create();
  const { merchantId, storageKey, contentKey } = done(await files().reference(fileId, owner()));
  const reference = { merchantId, fileId, storageKey, contentKey };
  expect((await stored.get(reference))?.equals(about.content)).toBe(true);
  await expect(stored.get({ ...reference, fileId: 'file_2' })).rejects.toThrow('tampered');
  await expect(stored.get({ ...reference, merchantId: 'other' as MerchantId })).rejects.toThrow('tampered');
});

it('an upload whose storage fails leaves a row that the clean-up deletes once it is due, and nothing else', async () => {
  faults.put = away;
  await expect(create()).rejects.toMatchObject({ refusal: { code: 'file_storage_away' } });
  expect((await storedRows()).map(({ state }) => state)).toEqual(['storing']);
  await cleanUp();
  expect(await storedRows()).toHaveLength(1);
  await makeDue();
  await cleanUp();
  expect([await storedRows(), bytesIn()]).toEqual([[], []]);
});

it('an upload that was taken for abandoned is refused, and its bytes are deleted', async () => {
  const real = new FolderStorage(folder);
  const put = jest.spyOn(FolderStorage.prototype, 'put').mockImplementationOnce(async (key, bytes) => {
    await makeDue();
    faults.remove = away;
    await cleanUp();
    await real.put(key, bytes);
  });
  await expect(create()).rejects.toThrow('file_storage_away');
  put.mockRestore();
  expect([(await storedRows()).map(({ state }) => state), bytesIn()]).toEqual([['deleting'], [expect.anything()]]);
  faults = {};
  await makeDue();
  await cleanUp();
  expect([await storedRows(), bytesIn()]).toEqual([[], []]);
});

it('a deleted file is unreadable at once, also where its bytes cannot be removed yet', async () => {
  const { fileId } = await create();
  faults.remove = away;
  expect(await files().delete(fileId, owner())).toBeUndefined();
  expect(await files().retrieve(fileId, owner())).toMatchObject({ code: 'file_not_found' });
  const [row] = await storedRows();
  expect([row!.state, row!.facts, bytesIn()]).toEqual(['deleting', {}, [expect.anything()]]);
  faults = {};
  await cleanUp();
  expect([await storedRows(), bytesIn()]).toEqual([[], []]);
});

it('a clean-up whose storage fails keeps the row, and a later one ends the work', async () => {
  await create();
  await makeDue();
  faults.remove = away;
  await cleanUp();
  expect((await storedRows()).map(({ state }) => state)).toEqual(['deleting']);
  faults = {};
  await cleanUp();
  expect(await storedRows()).toHaveLength(1);
  await makeDue();
  await cleanUp();
  expect([await storedRows(), bytesIn()]).toEqual([[], []]);
});

it('several clean-ups delete many files, each once', async () => {
  for (let n = 0; n < 45; n++) await create(owner(), { disputeId: `dp_${n}` });
  await makeDue();
  await Promise.all([cleanUp(), cleanUp(), cleanUp()]);
  expect([await storedRows(), bytesIn()]).toEqual([[], []]);
});

it('a dispute has at most 100 files, also of uploads at the same time; a deleted one leaves room', async () => {
  await gateway.database.change('every', (sql) =>
    sql.query(
      `INSERT INTO files (merchant_id, file_id, purpose, dispute_id, state, size, content_type, storage_key, facts, created_at, due_at)
       SELECT 'acme', 'file_' || n, 'dispute_evidence', 'dp_1', 'stored', 1, 'image/png', n::text, '{}', now(), 'infinity'
       FROM generate_series(1, 97) AS n`,
    ),
  );
  const results = await Promise.all(Array.from({ length: 6 }, () => files().create(about, owner())));
  const made = results.flatMap((result) => (isRefusal(result) ? [] : [result.fileId]));
  expect(made).toHaveLength(3);
  expect(results.filter(isRefusal).map(({ details }) => details['reason'])).toEqual(
    Array.from({ length: 3 }, () => 'a dispute has at most 100 files'),
  );
  await create(owner(), { disputeId: 'dp_2' });
  await create(owner('other'));
  expect(await files().delete(made[0]!, owner())).toBeUndefined();
  await create();
});

it('a rotation of data keys seals the keys of files again, and changes no stored byte', async () => {
  const { fileId } = await create();
  const other = await create(owner('other'));
  const gone = await create();
  faults.remove = away;
  await files().delete(gone.fileId, owner());
  const [bytes] = bytesIn();
  const before = readFileSync(bytes!);
  source.rotate('acme');
  const walk = new ResealWalk({ tables: [resealedFiles], seals, pageRows: 2, againMs: 0, restMs: 0 });
  const keys = knownDataKeys(source.rotatedDataKeys());
  for (let isWalking = true; isWalking;)
    isWalking = (await gateway.database.change('every', (sql) => walk.step(sql, keys))).kind === 'walked';
  const sealedOf = Object.fromEntries((await storedRows()).map(({ file_id, facts }) => [file_id, facts.sealed]));
  expect(sealedOf).toEqual({
    [fileId]: expect.stringMatching(/^d1\.2\./),
    [other.fileId]: expect.stringMatching(/^d1\.1\./),
    [gone.fileId]: undefined,
  });
  const uses = (merchantId: string, version: number) =>
    gateway.database.read('every', (sql) => rows.hasSealedWith(sql, merchantId as MerchantId, version));
  expect([await uses('acme', 1), await uses('acme', 2), await uses('other', 1)]).toEqual([false, true, true]);
  expect(done(await files().retrieve(fileId, owner())).content.equals(about.content)).toBe(true);
  expect(readFileSync(bytes!).equals(before)).toBe(true);
});

describe('the evidence of a deleted customer', () => {
  /** The owner of disputes, for which these ids are erasable; undefined: it is away. */
  const erasureBy = (erasable: readonly string[] | undefined) => {
    const asked: unknown[] = [];
    const owner = {
      query: async ({ data }: { data: unknown }) => {
        asked.push(data);
        return erasable ? Buffer.from(JSON.stringify({ disputeIds: erasable })) : refuse('no_reply');
      },
    };
    const { database } = gateway;
    const parts = { database, files: rows, owner: owner as never, logger: silentLogger, everyMs: 60_000 };
    return { erasure: new EvidenceErasure(parts), asked };
  };

  it('is erased with its bytes once its dispute is closed, and no other file is', async () => {
    const [gone, stays] = [await create(), await create(owner(), { disputeId: 'dp_2' })];
    const other = await create(owner('other'));
    const { erasure, asked } = erasureBy(['dp_1']);
    await erasure.round();
    expect(asked).toEqual([
      { merchantId: 'acme', disputeIds: ['dp_1', 'dp_2'] },
      { merchantId: 'other', disputeIds: ['dp_1'] },
    ]);
    expect(isRefusal(await files().retrieve(gone.fileId, owner()))).toBe(true);
    expect(isRefusal(await files().retrieve(other.fileId, owner('other')))).toBe(true);
    expect((await storedRows()).filter(({ state }) => state === 'deleting').map(({ facts }) => facts)).toEqual([
      {},
      {},
    ]);
    await cleanUp();
    expect((await storedRows()).map(({ file_id }) => file_id)).toEqual([stays.fileId]);
    expect(bytesIn()).toHaveLength(1);
  });

  it('stays while the owner of disputes is away, and is found in pages', async () => {
    const { fileId } = await create();
    await erasureBy(undefined).erasure.round();
    done(await files().retrieve(fileId, owner()));
    for (let number = 0; number < 101; number++)
      await gateway.database.change('every', (sql) =>
        sql.query(`INSERT INTO files SELECT (jsonb_populate_record(f, $1)).* FROM files f WHERE file_id = $2`, [
          JSON.stringify({ file_id: `file_${number}`, dispute_id: `dp_${String(number).padStart(4, '0')}` }),
          fileId,
        ]),
      );
    const { erasure, asked } = erasureBy([]);
    for (let round = 0; round < 3; round++) await erasure.round();
    const pages = asked.map((data) => (data as { disputeIds: string[] }).disputeIds.length);
    expect(pages).toEqual([100, 2, 100]);
  });
});
