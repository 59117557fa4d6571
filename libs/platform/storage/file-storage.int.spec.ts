import { privateInfra, type PrivateInfra } from '@payorch/harness';
import { Secret } from '@payorch/kernel';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FileStorage, largestObject, StorageFault } from './file-storage';
import { FolderStorage } from './folder-storage';
import { type S3Options, S3Storage } from './s3-storage';
import { newStorageKey, type StorageKey } from './storage-key';

const folder = mkdtempSync(path.join(tmpdir(), 'payorch-files-'));
let infra: PrivateInfra;
const opened: S3Storage[] = [];
beforeAll(async () => void (infra = await privateInfra(['s3'])));
afterAll(async () => {
  for (const storage of opened) storage.close();
  await infra?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function s3Storage(change: Partial<S3Options> = {}): S3Storage {
  const { url: endpoint, bucket, accessKeyId, secretAccessKey } = infra.s3!;
  const storage = new S3Storage({
    bucket,
    endpoint,
    region: 'us-east-1',
    isPathStyle: true,
    credentials: { accessKeyId, secretAccessKey: new Secret(secretAccessKey) },
    timeoutMs: 30_000,
    ...change,
  });
  opened.push(storage);
  return storage;
}

/** All files below a folder, with their paths. */
const filesIn = (place: string): string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

const storages: readonly [string, () => { storage: FileStorage; place: string }][] = [
  ['a folder', () => ({ storage: new FolderStorage(path.join(folder, 'any')), place: path.join(folder, 'any') })],
  ['a bucket', () => ({ storage: s3Storage(), place: path.join(infra.s3!.folder, infra.s3!.bucket) })],
];

describe.each(storages)('%s', (_, made) => {
  it('gives back the bytes that it took, whatever they are, until they are removed', async () => {
    const { storage } = made();
    const contents = [Buffer.from([0]), Buffer.from('%PDF-1.4 \u0000\r\n'), randomBytes(5_000_030)];
    const keys = contents.map(() => newStorageKey());
    for (const [at, bytes] of contents.entries()) await storage.put(keys[at]!, bytes);
    for (const [at, bytes] of contents.entries()) expect((await storage.get(keys[at]!))?.equals(bytes)).toBe(true);
    await storage.remove(keys[1]!);
    expect(await storage.get(keys[1]!)).toBeUndefined();
    expect((await storage.get(keys[0]!))?.equals(contents[0]!)).toBe(true);
  });

  it('knows nothing of a key that was not stored, and removes it without an error', async () => {
    const { storage } = made();
    const key = newStorageKey();
    expect(await storage.get(key)).toBeUndefined();
    await expect(storage.remove(key)).resolves.toBeUndefined();
  });

  it('takes many files at once', async () => {
    const { storage } = made();
    const files = Array.from({ length: 24 }, (__, at) => ({ key: newStorageKey(), bytes: Buffer.from(`file ${at}`) }));
    await Promise.all(files.map(({ key, bytes }) => storage.put(key, bytes)));
    const read = await Promise.all(files.map(({ key }) => storage.get(key)));
    expect(read.map(String)).toEqual(files.map(({ bytes }) => String(bytes)));
  });

  it('refuses to read an object that is larger than any of ours', async () => {
    const { storage, place } = made();
    const key = newStorageKey();
    await storage.put(key, Buffer.from('small'));
    const file = filesIn(place).find((each) => each.endsWith(key))!;
    writeFileSync(file, Buffer.alloc(largestObject + 1));
    await expect(storage.get(key)).rejects.toThrow(StorageFault);
    await storage.remove(key);
  });

  it.each(['../../etc/passwd', 'a'.repeat(31), `${'a'.repeat(32)}/..`, '', 'A'.repeat(32), `${'a'.repeat(31)}\n`])(
    'takes no key that could name another place: %j',
    async (text) => {
      const { storage } = made();
      const key = text as StorageKey;
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('32 hex digits');
      await expect(storage.get(key)).rejects.toThrow('32 hex digits');
      await expect(storage.remove(key)).rejects.toThrow('32 hex digits');
    },
  );
});

describe('the folder', () => {
  it('has files that only its user reads, and no other files', async () => {
    const own = path.join(folder, 'own');
    const storage = new FolderStorage(own);
    const key = newStorageKey();
    await storage.put(key, Buffer.from('bytes'));
    const [file, ...more] = filesIn(own);
    expect([file, more]).toEqual([path.join(own, key.slice(0, 2), key), []]);
    expect(statSync(file!).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file!)).mode & 0o777).toBe(0o700);
  });

  it('shows no file whose writing was cut off, and removes what it left', async () => {
    const own = path.join(folder, 'cut');
    const storage = new FolderStorage(own);
    const key = newStorageKey();
    await storage.put(key, Buffer.from('whole'));
    const [file] = filesIn(own);
    await storage.remove(key);
    writeFileSync(`${file}.unfinished`, 'who');
    expect(await storage.get(key)).toBeUndefined();
    await storage.remove(key);
    expect(filesIn(own)).toEqual([]);
  });

  it('that cannot be written is a fault, and so is one that cannot be read', async () => {
    const file = path.join(folder, 'no-folder');
    writeFileSync(file, '');
    const storage = new FolderStorage(file);
    const key = newStorageKey();
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(StorageFault);
    await expect(storage.get(key)).rejects.toThrow(StorageFault);
    await expect(storage.remove(key)).rejects.toThrow(StorageFault);
  });
});

describe('the bucket', () => {
  it('holds objects that no browser shows, whatever they contain', async () => {
    const key = newStorageKey();
    await s3Storage().put(key, Buffer.from('<html>'));
    const place = path.join(infra.s3!.folder, infra.s3!.bucket, 'files', key.slice(0, 2), key);
    expect(readFileSync(place, 'utf8')).toBe('<html>');
    const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
    const { url: endpoint, bucket, accessKeyId, secretAccessKey } = infra.s3!;
    const credentials = { accessKeyId, secretAccessKey };
    const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
    const object = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `files/${key.slice(0, 2)}/${key}` }));
    expect(object.ContentType).toBe('application/octet-stream');
    await object.Body?.transformToByteArray();
    client.destroy();
  });

  it('of another name, or with a wrong secret, is a fault', async () => {
    const key = newStorageKey();
    const credentials = { accessKeyId: infra.s3!.accessKeyId, secretAccessKey: new Secret('wrong') };
    for (const storage of [s3Storage({ bucket: 'no-such-bucket' }), s3Storage({ credentials })]) {
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(StorageFault);
      await expect(storage.get(key)).rejects.toThrow(StorageFault);
    }
  });

  it('is a fault while its server is away, and has the same files when it is back', async () => {
    const [storage, key] = [s3Storage(), newStorageKey()];
    await storage.put(key, Buffer.from('durable'));
    await infra.kill('s3');
    await expect(storage.get(key)).rejects.toThrow(StorageFault);
    await expect(storage.put(newStorageKey(), Buffer.from('x'))).rejects.toThrow(StorageFault);
    await infra.restart('s3');
    expect(String(await storage.get(key))).toBe('durable');
  });

  it('whose server is silent is a fault in time', async () => {
    const storage = s3Storage({ timeoutMs: 200 });
    infra.signal('s3', 'SIGSTOP');
    try {
      await expect(storage.get(newStorageKey())).rejects.toThrow(StorageFault);
    } finally {
      infra.signal('s3', 'SIGCONT');
    }
  });
});
