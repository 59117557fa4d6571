import type { MessageDefinition } from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import type { Ending, Sql } from '@payorch/platform/postgres';
import { BatchShell } from './batch-shell';
import type { ShellParts } from './shell-parts';

const incoming = (id: string): Incoming => ({
  message: { type: 'sum.add' } as MessageDefinition,
  data: {},
  key: `acme/${id}`,
  context: { messageId: id, correlationId: 'c', traceparent: '', occurredAt: new Date() },
  origin: { topic: 'payments.commands', partition: 0, offset: '1' },
});

/** A shell whose first transactions fail with these errors; `handled` are the messages that were handled before. */
function shellThat({ failures = [] as Error[], handled = [] as string[] }) {
  const committed: string[] = [];
  let decisions = 0;
  const sql = {
    query: async (text: string) => (text.includes('inbox') ? handled.map((message_id) => ({ message_id })) : []),
  } as unknown as Sql;
  const parts: ShellParts<string, null> = {
    transact: async <T>(_: readonly string[], work: (within: Sql) => Promise<Ending<T>>) => {
      const ending = await work(sql);
      const failure = failures.shift();
      if (failure) throw failure;
      return ending.result([[]]);
    },
    read: (_, work) => work(sql),
    repository: {
      merchantsOf: () => ['acme'],
      load: async () => new Map(),
      loadShared: async () => null,
      writes: () => [],
    },
    handle: async ({ context }) => {
      decisions += 1;
      const decision = `${context.messageId} by decision ${decisions}`;
      return { onCommit: () => void committed.push(decision) };
    },
    isForwarded: () => false,
    replyToRedelivery: () => undefined,
    producer: { send: async () => undefined },
    settings: { waitForVersion: async () => true },
    settingsWaitMs: 0,
    clock: { now: () => new Date() },
    deadLetter: async () => undefined,
    publishPending: async () => undefined,
    onFault: () => undefined,
  };
  return { shell: new BatchShell(parts), committed };
}

describe('onCommit', () => {
  it('is called once for each message, after the transaction', async () => {
    const { shell, committed } = shellThat({});
    await shell.onBatch([incoming('a'), incoming('b')]);
    expect(committed).toEqual(['a by decision 1', 'b by decision 2']);
  });

  it('is called by the last decision alone if the batch was rolled back before', async () => {
    const { shell, committed } = shellThat({
      failures: [Object.assign(new Error('conflict'), { code: 'ECONNRESET' })],
    });
    await shell.onBatch([incoming('a')]);
    expect(committed).toEqual(['a by decision 2']);
  });

  it('is not called for a message that was handled before', async () => {
    const { shell, committed } = shellThat({ handled: ['a'] });
    await shell.onBatch([incoming('a'), incoming('b')]);
    expect(committed).toEqual(['b by decision 1']);
  });
});
