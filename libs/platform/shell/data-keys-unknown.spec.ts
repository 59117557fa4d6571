import { defineMessage, outgoing, type MessageDefinition } from '@payorch/contracts';
import { testDataKeys, TestKeySource } from '@payorch/harness';
import { keyOf, type MerchantId, systemClock } from '@payorch/kernel';
import { decode, type EncodedMessage, type Incoming, messageRegistry, Unreadable } from '@payorch/platform/kafka';
import type { Ending, Sql } from '@payorch/platform/postgres';
import { DataKeysUnknown, MerchantSeals, SealError, type WrappedDataKey } from '@payorch/platform/sealing';
import { z } from 'zod';
import { BatchShell, type ShellParts } from './batch-shell';
import type { Step } from './step';

const schema = z.object({ merchantId: z.string() as unknown as z.ZodType<MerchantId, MerchantId>, id: z.string() });
const defined = defineMessage({
  ...({ topic: 'payments.commands', type: 'sum.add', version: 1, kind: 'command', data: schema } as const),
  key: ({ merchantId, id }) => keyOf(merchantId, id as never),
});
const message = defined as unknown as MessageDefinition;
const data = { merchantId: 'acme_1' as MerchantId, id: 'a' };
const incoming: Incoming = {
  ...{ message, data, key: 'acme_1/a' },
  context: {
    ...{ messageId: 'msg_1', correlationId: 'c', traceparent: '', occurredAt: new Date() },
    replyTo: { topic: 'gateway.replies.0', correlationId: 'rep_1' },
  },
  origin: { topic: 'payments.commands', partition: 0, offset: '1' },
};

/** A shell over a database without rows, whose transactions all commit. */
function shellOf(step: () => Step<string>, knownAfter = 0) {
  const keys = testDataKeys();
  const all = new TestKeySource(keys);
  let asked = 0;
  const source = {
    dataKeysOf: (merchantId: string): readonly WrappedDataKey[] | undefined =>
      asked++ < knownAfter ? undefined : all.dataKeysOf(merchantId),
  };
  const seals = new MerchantSeals(source, keys);
  const [sent, faults, deadLettered]: [EncodedMessage[], Error[], Error[]] = [[], [], []];
  const sql = { query: () => Promise.resolve([]) } as unknown as Sql;
  const parts: ShellParts<string, null> = {
    transact: async <T>(_: readonly string[], work: (within: Sql) => Promise<Ending<T>>) =>
      (await work(sql)).result([[{ id: '1' }]] as never),
    read: (_, work) => work(sql),
    repository: {
      merchantsOf: () => ['acme_1'],
      load: async () => new Map(),
      loadShared: async () => null,
      writes: () => [],
    },
    handle: () => Promise.resolve(step()),
    isForwarded: () => false,
    replyToRedelivery: () => undefined,
    producer: { send: async (messages) => void sent.push(...messages) },
    seals,
    settings: { waitForVersion: async () => true },
    deadLetter: async (_, cause) => void deadLettered.push(cause),
    publishPending: async () => undefined,
    clock: systemClock,
    settingsWaitMs: 1,
    onFault: (error) => void faults.push(error),
  };
  return { shell: new BatchShell(parts), sent, faults, deadLettered, seals };
}

const publishing = (): Step<string> => ({
  state: 'after',
  messages: [outgoing(defined, data)],
});

describe('a batch of a merchant whose data keys have not arrived', () => {
  it('is retried until they have, and is then published sealed', async () => {
    const { shell, sent, faults, deadLettered, seals } = shellOf(publishing, 3);
    await shell.onBatch([incoming]);
    expect(faults).toHaveLength(3);
    expect(faults.every((error) => error instanceof DataKeysUnknown)).toBe(true);
    expect(deadLettered).toEqual([]);
    expect(sent).toHaveLength(1);
    const { headers, value, topic } = sent[0]!;
    expect(value.toString()).toMatch(/^d1\.1\./);
    const record = { topic, headers, value, key: null, partition: 0, offset: '0', timestamp: '0' };
    const read = decode(messageRegistry([message]), record, seals);
    expect(read).not.toBeInstanceOf(Unreadable);
    expect((read as Incoming).data).toEqual(data);
  });

  it('is retried too when a step needs the keys', async () => {
    let failures = 0;
    const { shell, sent, faults, deadLettered } = shellOf(() => {
      if (failures++ < 2) throw new DataKeysUnknown('acme_1');
      return publishing();
    });
    await shell.onBatch([incoming]);
    expect([faults.length, deadLettered.length, sent.length]).toEqual([2, 0, 1]);
  });

  it('is not retried for a seal that does not open: its message is dead-lettered, and refused to its caller', async () => {
    const { shell, sent, deadLettered } = shellOf(() => {
      throw new SealError('tampered');
    });
    await shell.onBatch([incoming]);
    expect(deadLettered).toEqual([new SealError('tampered')]);
    expect(sent.map(({ topic, headers }) => [topic, headers['outcome']])).toEqual([['gateway.replies.0', 'refused']]);
  });
});
