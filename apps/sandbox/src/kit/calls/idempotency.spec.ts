import type { AnswerEntry, LedgerEntry, Numbered } from '../ledger/entries';
import type { Memory } from '../ledger/journal';
import { Idempotency } from './idempotency';

const at = '2026-01-02T03:04:05.000Z';
const request = { account: 'acct_1', key: 'key_1', fingerprint: 'f' };

const anAnswer = (seq: number, rest: Partial<AnswerEntry> = {}): Numbered<AnswerEntry> => ({
  entry: 'response',
  connector: 'stripe',
  account: 'acct_1',
  key: `key_${seq}`,
  fingerprint: 'f',
  request: 'req_1',
  status: 200,
  body: '{"id":"pi_1"}',
  seq,
  at,
  ...rest,
});

/** A journal without a file: an entry that is written is applied and can be read back. */
function aJournal() {
  const entries: Numbered[] = [];
  const memories: Memory[] = [];
  return {
    attach: (memory: Memory) => void memories.push(memory),
    write(entry: LedgerEntry) {
      const numbered = { seq: entries.length + 1, at, ...entry } as Numbered<AnswerEntry>;
      entries.push(numbered);
      for (const memory of memories) memory.apply?.(numbered);
    },
    entry: (seq: number) => Promise.resolve(entries[seq - 1]),
  };
}

it('the newest responses are retained', () => {
  const idempotency = new Idempotency(aJournal(), 'stripe', 8);
  for (let seq = 1; seq <= 40; seq++) idempotency.apply(anAnswer(seq));
  const known = (key: string) => idempotency.findEarlier({ ...request, key });
  expect(known('key_32')).toBeUndefined();
  expect(known('key_33')).toEqual({ fingerprint: 'f', request: 'req_1', seq: 33 });
});

it('a stored response is replayed', async () => {
  const idempotency = new Idempotency(aJournal(), 'stripe', 8);
  idempotency.store(request, 'req_1', { status: 402, body: { error: {} } });
  const earlier = idempotency.findEarlier(request);
  expect(earlier).toMatchObject({ request: 'req_1' });
  if (typeof earlier !== 'object') throw new Error('no response is stored');
  expect(await idempotency.replay(earlier)).toEqual({ status: 402, body: { error: {} } });
});

it('a key is refused with other parameters, and while its call runs', async () => {
  const idempotency = new Idempotency(aJournal(), 'stripe', 8);
  await idempotency.runExclusively(request, () => {
    expect(idempotency.findEarlier(request)).toBe('running');
    idempotency.store(request, 'req_1', { status: 200, body: {} });
    return Promise.resolve();
  });
  expect(idempotency.findEarlier({ ...request, fingerprint: 'g' })).toBe('other_parameters');
  expect(idempotency.findEarlier(request)).toMatchObject({ seq: 1 });
});

it('a key belongs to one account of one processor', () => {
  const idempotency = new Idempotency(aJournal(), 'stripe', 8);
  idempotency.apply(anAnswer(1, { connector: 'adyen' }));
  expect(idempotency.findEarlier(request)).toBeUndefined();
  idempotency.apply(anAnswer(1));
  expect(idempotency.findEarlier({ ...request, account: 'acct_2' })).toBeUndefined();
});
