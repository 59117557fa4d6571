import { defineMessage, outgoing, type MessageDefinition } from '@payorch/contracts';
import { testDataKeys, TestKeySource } from '@payorch/harness';
import { keyOf, type MerchantId, systemClock } from '@payorch/kernel';
import { decode, type EncodedMessage, type Incoming, messageRegistry, Unreadable } from '@payorch/platform/kafka';
import { jobsTopic } from '@payorch/platform/jobs';
import type { Ending, Sql } from '@payorch/platform/postgres';
import { DataKeysUnknown, MerchantSeals, SealError, type WrappedDataKey } from '@payorch/platform/sealing';
import { z } from 'zod';
import { BatchShell } from './batch-shell';
import type { ShellParts } from './shell-parts';
import type { Step } from './step';

const schema = z.object({ merchantId: z.string() as unknown as z.ZodType<MerchantId, MerchantId>, id: z.string() });
const defined = defineMessage({
  ...({ topic: 'payments.commands', type: 'sum.add', version: 1, kind: 'command', data: schema } as const),
  key: ({ merchantId, id }) => keyOf(merchantId, id as never),
});
const message = defined as unknown as MessageDefinition;
const data = { merchantId: 'acme_1' as MerchantId, id: 'a' };
const incoming: Incoming = {
  message,
  data,
  key: 'acme_1/a',
  context: {
    messageId: 'msg_1',
    correlationId: 'c',
    traceparent: '',
    occurredAt: new Date(),
    replyTo: { topic: 'gateway.replies.0', correlationId: 'rep_1' },
  },
  origin: { topic: 'payments.commands', partition: 0, offset: '1' },
};

/** A shell over a database without rows, whose transactions all commit. */
function shellOf(step: (incoming: Incoming) => Step<string>, knownAfter = 0, settingsWaitMs = 10_000) {
  const keys = testDataKeys();
  const all = new TestKeySource(keys);
  let asked = 0;
  const source = {
    dataKeysOf: (merchantId: string): readonly WrappedDataKey[] | undefined =>
      asked++ < knownAfter ? undefined : all.dataKeysOf(merchantId),
  };
  const seals = new MerchantSeals(source, keys);
  const [sent, faults, deadLettered]: [EncodedMessage[], Error[], Error[]] = [[], [], []];
  const statements: string[] = [];
  const waits: number[] = [];
  const query = (text: string) => {
    statements.push(text);
    return Promise.resolve(text.includes('FROM jobs') ? [{ id: 'job_1' }] : []);
  };
  const sql = { query } as unknown as Sql;
  const parts: ShellParts<string, null> = {
    transact: async <T>(_: readonly string[], work: (within: Sql) => Promise<Ending<T>>) =>
      (await work(sql)).result([[{ id: '1' }]] as never),
    read: (_, work) => work(sql),
    repository: {
      merchantsOf: (batch) => [...new Set(batch.map((each) => (each.data as typeof data).merchantId))],
      load: async () => new Map(),
      loadShared: async () => null,
      writes: () => [],
    },
    handle: async (each) => step(each),
    isForwarded: () => false,
    replyToRedelivery: () => undefined,
    producer: { send: async (messages) => void sent.push(...messages) },
    seals,
    settings: { waitForVersion: async () => true },
    deadLetter: async (_, cause) => void deadLettered.push(cause),
    publishPending: async () => undefined,
    clock: systemClock,
    settingsWaitMs,
    onFault: (error) => void faults.push(error),
    onKeysWait: ({ messages }) => void waits.push(messages),
  };
  return { shell: new BatchShell(parts), sent, faults, deadLettered, seals, statements, waits };
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
    const { shell, sent, faults, deadLettered, waits } = shellOf(() => {
      if (failures++ < 2) throw new DataKeysUnknown('acme_1');
      return publishing();
    });
    await shell.onBatch([incoming]);
    expect([faults.length, deadLettered.length, sent.length]).toEqual([2, 0, 1]);
    expect(waits).toEqual([]);
  });

  it('is not retried for a seal that does not open: its message is dead-lettered, and refused to its caller', async () => {
    const { shell, sent, deadLettered } = shellOf(() => {
      throw new SealError('tampered');
    });
    await shell.onBatch([incoming]);
    expect(deadLettered).toEqual([new SealError('tampered')]);
    expect(sent.map(({ topic, headers }) => [topic, headers['outcome']])).toEqual([['gateway.replies.0', 'refused']]);
  });

  it('is handled behind the messages of other merchants', async () => {
    const order: string[] = [];
    let failures = 0;
    const { shell, deadLettered } = shellOf(({ data: each }) => {
      const { merchantId, id } = each as typeof data;
      if (merchantId === 'acme_1' && failures++ < 2) throw new DataKeysUnknown(merchantId);
      order.push(`${merchantId}/${id}`);
      return {};
    });
    const of = (merchantId: string, id: string): Incoming => ({
      ...incoming,
      data: { merchantId, id },
      key: `${merchantId}/${id}`,
      context: { ...incoming.context, messageId: `msg_${id}` },
    });
    await shell.onBatch([of('acme_1', 'a'), of('acme_2', 'b'), of('acme_1', 'c'), of('acme_3', 'd')]);
    expect(order).toEqual(['acme_2/b', 'acme_3/d', 'acme_1/a', 'acme_1/c']);
    expect(deadLettered).toEqual([]);
  });

  it('is refused to its caller past the wait, and no other message is lost, but its wait is reported until it ends', async () => {
    let failures = 0;
    const handled: string[] = [];
    const { shell, sent, deadLettered, waits } = shellOf(
      ({ context }) => {
        if (failures++ < 4) throw new DataKeysUnknown('acme_1');
        handled.push(context.messageId);
        return {};
      },
      0,
      1,
    );
    const { replyTo: _, ...context } = incoming.context;
    await shell.onBatch([incoming, { ...incoming, context: { ...context, messageId: 'msg_2' } }]);
    expect(sent.map(({ headers, value }) => [headers['replycorrelationid'], value.toString()])).toEqual([
      ['rep_1', JSON.stringify({ code: 'settings_outdated', details: {} })],
    ]);
    expect([handled, deadLettered]).toEqual([['msg_2'], []]);
    expect(waits.length).toBeGreaterThan(1);
    expect(waits.slice(0, -1).every((messages) => messages === 1)).toBe(true);
    expect(waits.at(-1)).toBe(0);
  });

  it('postpones its jobs past the wait', async () => {
    const { shell, sent, statements } = shellOf(
      () => {
        throw new DataKeysUnknown('acme_1');
      },
      0,
      1,
    );
    const { replyTo: _, ...context } = incoming.context;
    await shell.onBatch([{ ...incoming, context, origin: { topic: jobsTopic, partition: 0, offset: 'job_1' } }]);
    expect(sent).toEqual([]);
    expect(statements.at(-1)).toContain('UPDATE jobs');
  });
});
