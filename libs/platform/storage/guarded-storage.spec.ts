import { createMetrics, silentLogger } from '@payorch/platform/telemetry';
import { type FileStorage, StorageFault } from './file-storage';
import { GuardedStorage } from './guarded-storage';
import { newStorageKey } from './storage-key';

const key = newStorageKey();
const working: FileStorage = {
  put: async () => undefined,
  get: async () => Buffer.from('x'),
  remove: async () => undefined,
};

function guarded(storage: FileStorage, timeoutMs = 60_000) {
  const metrics = createMetrics();
  const logger = { ...silentLogger, warn: jest.fn() };
  const lines = async () =>
    (await metrics.render()).text
      .split('\n')
      .filter((line) => line.startsWith('file_storage_call_duration_seconds_count'));
  return { storage: new GuardedStorage(storage, { timeoutMs, logger, metrics }), lines, logger };
}

const counted = (call: string, outcome: string): string =>
  `file_storage_call_duration_seconds_count{call="${call}",outcome="${outcome}"} 1`;

it('calls that succeed are counted and return what the storage returned', async () => {
  const { storage, lines, logger } = guarded(working);
  await storage.put(key, Buffer.from('x'));
  expect(String(await storage.get(key))).toBe('x');
  await storage.remove(key);
  expect(await lines()).toEqual(['put', 'get', 'remove'].map((call) => counted(call, 'done')));
  expect(logger.warn).not.toHaveBeenCalled();
});

it('a fault is counted, logged with its cause, and thrown', async () => {
  const fault = new StorageFault('away', new Error('ECONNREFUSED'));
  const { storage, lines, logger } = guarded({ ...working, get: () => Promise.reject(fault) });
  await expect(storage.get(key)).rejects.toBe(fault);
  expect(await lines()).toEqual([counted('get', 'failed')]);
  const facts = { error: fault, cause: fault.cause, call: 'get' };
  expect(logger.warn).toHaveBeenCalledWith(facts, 'the file storage failed');
});

it('a storage that never answers is a fault at the deadline', async () => {
  const { storage, lines } = guarded({ ...working, put: () => new Promise(() => undefined) }, 1);
  await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(StorageFault);
  expect(await lines()).toEqual([counted('put', 'failed')]);
});
