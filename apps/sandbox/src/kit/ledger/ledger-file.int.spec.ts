import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Numbered } from './entries';
import { LedgerFile } from './ledger-file';

let folder: string;
let path: string;
const open: LedgerFile[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledger-'));
  path = join(folder, 'deep', 'ledger.jsonl');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((ledger) => ledger.close()));
  await rm(folder, { recursive: true });
});

async function opened() {
  const replayed: Numbered[] = [];
  const ledger = await LedgerFile.open(path, (entry) => replayed.push(entry));
  open.push(ledger);
  return { ledger, replayed };
}

const closed = async (ledger: LedgerFile): Promise<void> => {
  open.splice(open.indexOf(ledger), 1);
  await ledger.close();
};

const failedDelivery = (attempt: number) =>
  ({ entry: 'delivery', webhook_id: 'evt_ü', outcome: 'failed', attempt, http: null }) as const;

it('flushed entries are on disk, numbered without gaps under parallel writes', async () => {
  const { ledger } = await opened();
  await Promise.all(
    Array.from({ length: 500 }, async (_, at) => {
      if (at % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
      const { seq } = ledger.append(failedDelivery(at));
      await ledger.flushed();
      const lines = (await readFile(path, 'utf8')).split('\n');
      expect(JSON.parse(lines[seq - 1]!)).toMatchObject({ seq, attempt: at });
    }),
  );
  expect((await readFile(path, 'utf8')).match(/\n/g)).toHaveLength(500);
});

it('an entry is written without a call of flushed', async () => {
  const { ledger } = await opened();
  ledger.append(failedDelivery(1));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await readFile(path, 'utf8')).toContain('"attempt":1');
});

it('a restart replays every entry and continues the numbering', async () => {
  const first = await opened();
  first.ledger.append(failedDelivery(1));
  first.ledger.append(failedDelivery(2));
  await closed(first.ledger);
  const second = await opened();
  expect(second.replayed).toMatchObject([
    { seq: 1, attempt: 1 },
    { seq: 2, attempt: 2 },
  ]);
  expect(second.ledger.append(failedDelivery(3)).seq).toBe(3);
});

it('a restart drops an incomplete last line', async () => {
  const first = await opened();
  first.ledger.append(failedDelivery(1));
  await closed(first.ledger);
  await appendFile(path, '{"seq":2,"at":"2026');
  const second = await opened();
  expect(second.replayed).toHaveLength(1);
  expect(second.ledger.append(failedDelivery(2)).seq).toBe(2);
  await closed(second.ledger);
  expect((await opened()).replayed).toHaveLength(2);
});

it('a ledger with a missing line is refused', async () => {
  const { ledger } = await opened();
  for (const attempt of [1, 2, 3]) ledger.append(failedDelivery(attempt));
  await closed(ledger);
  const [first, , third] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, `${first}\n${third}\n`);
  await expect(opened()).rejects.toThrow('the ledger is damaged at entry 2');
});

it('entries are read from any position, before and after a restart', async () => {
  const { ledger } = await opened();
  for (let attempt = 1; attempt <= 1000; attempt++) {
    ledger.append(failedDelivery(attempt));
    if (attempt % 100 === 0) await ledger.flushed();
  }
  const seqs = async (from: LedgerFile, since: number, limit: number) =>
    (await from.since(since, limit)).map(({ seq }) => seq);
  const check = async (from: LedgerFile) => {
    expect(await seqs(from, 0, 3)).toEqual([1, 2, 3]);
    expect(await seqs(from, 700, 2)).toEqual([701, 702]);
    expect(await seqs(from, 998, 100)).toEqual([999, 1000]);
    expect(await seqs(from, 1000, 100)).toEqual([]);
  };
  await check(ledger);
  await closed(ledger);
  await check((await opened()).ledger);
});
