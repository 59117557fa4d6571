import { Test } from '@nestjs/testing';
import { freshSchema, openedText, testSeals } from '@payorch/harness';
import { defineMessage, outgoing, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { InvariantError, Secret, systemClock } from '@payorch/kernel';
import { defineJob, JobRow, jobsTopic } from '@payorch/platform/jobs';
import type { EncodedMessage, Incoming } from '@payorch/platform/kafka';
import { BatchTransport, createKafka, MessageController } from '@payorch/platform/kafka';
import {
  CommitUnknownError,
  exactly,
  inTransaction,
  inTransactionEndingWith,
  openDatabase,
  reading,
} from '@payorch/platform/postgres';
import type { Sql, Statement } from '@payorch/platform/postgres';
import { InboxRow, OutboxRow, unpublished } from '@payorch/platform/outbox';
import { createLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { BatchShell } from './batch-shell';
import type { Change, Forwarding, RedeliveryReply, Repository, Step, StepContext } from './step';
import { scheduled, stepDecorators } from './step';

/** The smallest possible aggregate: a sum by key. */
interface Sum {
  readonly total: number;
  readonly version: number;
}

const merchantId = z.string() as unknown as z.ZodType<MerchantId, MerchantId>;
const data = z.object({ merchantId, id: z.string(), amount: z.number() });
const key = (m: { merchantId: string; id: string }): string => `${m.merchantId}/${m.id}`;
const message = <const Type extends string>(type: Type) =>
  defineMessage({ topic: 'sums.commands', type, version: 1, kind: 'command', key, data });
const addAmount = message('sum.add');
const added = message('sum.added');
const show = message('sum.show');
const shown = message('sum.shown');
const remind = defineJob('sum.remind', data, key);

/** The tables that no entity describes; TypeORM makes the others. */
const ownTables = `
  CREATE TABLE sums (key text PRIMARY KEY, total int NOT NULL CHECK (total < 1000), version int NOT NULL);
  CREATE FUNCTION version_conflict() RETURNS integer LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'another transaction wrote first' USING ERRCODE = 'VC001'; END $$`;

class SumRepository implements Repository<Sum, null> {
  conflicts = 0;
  merchantsOf = (batch: readonly Incoming[]) => [
    ...new Set(batch.map((each) => (each.data as { merchantId: string }).merchantId)),
  ];
  loadShared = async () => null;

  async load(sql: Sql, keys: readonly string[], purpose: 'writing' | 'reading'): Promise<ReadonlyMap<string, Sum>> {
    const rows = await sql.query<Sum & { key: string }>(
      `SELECT * FROM sums WHERE key = ANY($1::text[]) ORDER BY key ${purpose === 'writing' ? 'FOR UPDATE' : ''}`,
      [keys],
    );
    return new Map(rows.map((row) => [row.key, { total: row.total, version: row.version }]));
  }

  writes(changes: readonly Change<Sum>[]): readonly Statement[] {
    const conflict = this.conflicts-- > 0 ? [{ text: `SELECT ${exactly('$1::int', '0')}`, params: [1] }] : [];
    const rows = changes.map(({ key: id, after }) => ({
      text: 'INSERT INTO sums VALUES ($1, $2, $3) ON CONFLICT (key) DO UPDATE SET total = excluded.total, version = excluded.version',
      params: [id, after.total, after.version],
    }));
    return [...conflict, ...rows];
  }
}

const { Handles, Forwards } = stepDecorators<Sum, null>();
type SumContext = StepContext<Sum, null>;
type Amount = z.infer<typeof data>;

/** The fault in the code that handles an amount of thirteen, until a test corrects it. */
let isFaulty = true;

/** The totals of the steps that committed. */
const committedTotals: number[] = [];

@MessageController()
class SumHandlers {
  @Handles(addAmount)
  add({ amount, ...about }: Amount, { state }: SumContext): Step<Sum> {
    if (amount < 0) return { refusal: refuse('invalid_value', { field: 'amount' }) };
    if (amount === 13 && isFaulty) throw new InvariantError('thirteen');
    const next = { total: (state?.total ?? 0) + amount, version: (state?.version ?? 0) + 1 };
    return {
      state: next,
      onCommit: () => committedTotals.push(next.total),
      messages: [outgoing(added, { ...about, amount: next.total })],
      jobs: amount === 7 ? [scheduled(remind, { ...about, amount: 1 }, 0)] : [],
    };
  }

  @Forwards(show)
  show(query: Amount, { state }: SumContext): Forwarding {
    return { forwards: [outgoing(shown, { ...query, amount: state?.total ?? 0 })] };
  }

  @Handles(remind)
  remind(_: Amount, { state }: SumContext): Step<Sum> {
    return { state: { total: state!.total + 100, version: state!.version + 1 } };
  }
}

/** A transport that is never started: Nest registers the handlers with it. */
async function sumTransport(): Promise<BatchTransport<SumContext, Step<Sum>>> {
  const log = createLogger({ service: 'test', level: 'silent' });
  const strategy = new BatchTransport<SumContext, Step<Sum>>({
    kafka: createKafka({ brokers: [], clientId: 'test', log }),
    log,
    producer: { send: () => Promise.resolve() },
    groupId: 'sums',
    topics: ['sums.commands'],
    localTopic: jobsTopic,
    onBatch: () => Promise.resolve(),
  });
  const module = await Test.createTestingModule({ controllers: [SumHandlers] }).compile();
  await module.createNestMicroservice({ strategy }).init();
  return strategy;
}

const seals = testSeals();

describe('the batch shell', () => {
  let transport: Awaited<ReturnType<typeof sumTransport>>;
  let database: DataSource;
  let drop: () => Promise<void>;
  let repository: SumRepository;
  let sent: EncodedMessage[];
  let deadLettered: { incoming: Incoming; cause: Error }[];
  let faults: Error[];
  let send: (messages: readonly EncodedMessage[]) => Promise<void>;
  let shell: BatchShell<Sum, null>;
  let offset = 0;
  let unansweredCommits: number;
  let readOnly: number;
  let known: () => number;
  let replyToRedelivery: (state: Sum | undefined) => RedeliveryReply;

  beforeAll(async () => {
    transport = await sumTransport();
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    database = await openDatabase({
      url: new Secret(fresh.url),
      schema: 'payments',
      entities: [OutboxRow, InboxRow, JobRow],
      migrations: [],
      logger: createLogger({ service: 'test', level: 'silent' }),
    });
    await database.synchronize();
    await database.query(ownTables);
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  beforeEach(async () => {
    await all('TRUNCATE sums, outbox, inbox, jobs');
    repository = new SumRepository();
    [unansweredCommits, readOnly] = [0, 0];
    committedTotals.length = 0;
    isFaulty = true;
    known = () => 10;
    [sent, deadLettered, faults] = [[], [], []];
    replyToRedelivery = (state) => ({ kind: 'response', body: Buffer.from(String(state?.total)) });
    send = async (messages) => void sent.push(...messages);
    shell = new BatchShell<Sum, null>({
      transact: async (merchants, work) => {
        const value = await inTransactionEndingWith(database, { merchants }, work);
        if (unansweredCommits-- > 0) throw new CommitUnknownError(new Error('made up'));
        return value;
      },
      read: (merchants, work) => {
        readOnly += 1;
        return reading(database, merchants, work);
      },
      publishPending: async () =>
        shell.publish(await inTransaction(database, { merchants: [] }, (sql) => unpublished(sql, [2]))),
      repository,
      handle: (incoming, context) => transport.handle(incoming, context),
      isForwarded: (incoming) => transport.isForwarded(incoming),
      replyToRedelivery: (state) => replyToRedelivery(state),
      producer: { send: (messages) => send(messages) },
      seals,
      settings: { waitForVersion: async (_merchant, version) => version < known() },
      deadLetter: async (incoming, cause) => void deadLettered.push({ incoming, cause }),
      clock: systemClock,
      settingsWaitMs: 1,
      onFault: (error) => faults.push(error),
    });
  });

  const all = <Row>(text: string): Promise<Row[]> =>
    inTransaction(database, { merchants: 'every' }, (sql) => sql.query<Row>(text));
  const totals = async () =>
    Object.fromEntries(
      (await all<{ key: string; total: number }>('SELECT key, total FROM sums')).map((row) => [row.key, row.total]),
    );

  const add = (id: string, amount: number, changes: Partial<Incoming['context']> = {}): Incoming => {
    const body = { merchantId: 'm' as MerchantId, id, amount };
    const context = {
      messageId: `message-${++offset}`,
      correlationId: 'c',
      traceparent: '',
      occurredAt: new Date(),
      replyTo: { topic: 'replies', correlationId: `r${offset}` },
      ...changes,
    };
    const origin = { topic: 'sums.commands', partition: 2, offset: String(offset) };
    return { message: addAmount as Incoming['message'], data: body, key: key(body), context, origin };
  };
  const showing = (id: string, changes: Partial<Incoming['context']> = {}): Incoming => ({
    ...add(id, 0, changes),
    message: show as Incoming['message'],
  });
  const replies = () =>
    sent
      .filter(({ topic }) => topic === 'replies')
      .map((reply) => [reply.headers['replycorrelationid'], openedText(seals, reply)]);
  const events = () =>
    sent
      .filter(({ topic }) => topic === 'sums.commands')
      .map(({ value }) => (JSON.parse(value.toString()) as { amount: number }).amount);

  it('a batch is handled as one: in order by key, one commit, all messages published', async () => {
    await shell.onBatch([add('a', 1), add('b', 2), add('a', 3)]);
    expect(await totals()).toEqual({ 'm/a': 4, 'm/b': 2 });
    expect(events()).toEqual([1, 2, 4]);
  });

  it('a redelivered command receives the same reply and changes nothing', async () => {
    const first = add('a', 5);
    const refused = add('a', -1);
    await shell.onBatch([first, refused]);
    sent.length = 0;
    await shell.onBatch([first, refused, first]);
    expect(await totals()).toEqual({ 'm/a': 5 });
    expect(replies().map(([, body]) => body)).toEqual([
      '5',
      JSON.stringify({ code: 'invalid_value', details: { field: 'amount' } }),
      '5',
    ]);
    expect(events()).toEqual([]);
  });

  it('a check of a command is answered only if that command was handled', async () => {
    const [done, refused, never, beside] = [add('a', 5), add('a', -1), add('a', 7), add('a', 1)];
    await shell.onBatch([done, refused]);
    sent.length = 0;
    const checkOf = ({ context }: Incoming) => add('a', 100, { checkOf: context.messageId });
    const requests = [checkOf(done), checkOf(refused), checkOf(never), beside, checkOf(beside)];
    await shell.onBatch(requests);
    expect(await totals()).toEqual({ 'm/a': 206 });
    const replyIds = [requests[1]!, requests[2]!].map(({ context }) => context.replyTo!.correlationId);
    expect(replies()).toEqual([
      [replyIds[0], JSON.stringify({ code: 'invalid_value', details: { field: 'amount' } })],
      [replyIds[1], JSON.stringify({ code: 'not_begun_in_time', details: {} })],
    ]);
  });

  it('a redelivered command whose reply comes from another service is forwarded again under one id', async () => {
    const request = add('a', 5, { checkOf: 'earlier-message' });
    await shell.onBatch([add('b', 1, { messageId: 'earlier-message' })]);
    await shell.onBatch([request]);
    replyToRedelivery = () => ({
      kind: 'forward',
      outgoing: outgoing(added, { merchantId: 'm' as MerchantId, id: 'a', amount: 9 }),
    });
    sent.length = 0;
    await shell.onBatch([request]);
    await shell.onBatch([request]);
    const about = sent.map(({ headers }) => [
      headers['ce_id'],
      headers['replytopic'],
      headers['replycorrelationid'],
      headers['checkof'],
    ]);
    const { messageId, replyTo } = request.context;
    const passedOn = [`${messageId}.0`, 'replies', replyTo!.correlationId, 'earlier-message.0'];
    expect(about).toEqual([passedOn, passedOn]);
    expect(replies()).toEqual([]);
  });

  it('a forwarded command is not stored, and every redelivery is forwarded under one id', async () => {
    await shell.onBatch([add('a', 5)]);
    const request = showing('a', { checkOf: 'an-unknown-command' });
    await shell.onBatch([request]);
    await shell.onBatch([request]);
    const passed = sent
      .filter(({ headers }) => headers['ce_type'] === 'sum.shown')
      .map(({ headers, value }) => [headers['ce_id'], JSON.parse(value.toString()).amount]);
    expect(passed).toEqual([
      [`${request.context.messageId}.0`, 5],
      [`${request.context.messageId}.0`, 5],
    ]);
    expect(sent.at(-1)!.headers).toMatchObject({ checkof: 'an-unknown-command.0' });
    expect(readOnly).toBe(2);
    expect(await all('SELECT * FROM inbox')).toHaveLength(1);
    expect(await all('SELECT * FROM outbox')).toHaveLength(1);
  });

  it('a forwarded command carries the state after earlier commands of the batch, once that is committed', async () => {
    await shell.onBatch([add('a', 5), showing('a'), add('a', 1), showing('b')]);
    const shownNow = sent.filter(({ headers }) => headers['ce_type'] === 'sum.shown');
    expect(shownNow.map(({ value }) => JSON.parse(value.toString()).amount)).toEqual([5, 0]);
    expect(await all('SELECT * FROM inbox')).toHaveLength(2);
    expect(readOnly).toBe(0);
  });

  it('a batch is decided again after a version conflict', async () => {
    repository.conflicts = 2;
    await shell.onBatch([add('a', 1)]);
    expect(await totals()).toEqual({ 'm/a': 1 });
    expect(faults.map(({ message }) => message)).toEqual(Array(2).fill('another transaction wrote first'));
  });

  it('a step learns of its commit once, however often its batch is decided, and never without a commit', async () => {
    repository.conflicts = 2;
    const twice = add('a', 1);
    await shell.onBatch([twice, add('a', 2)]);
    expect(committedTotals).toEqual([1, 3]);
    await shell.onBatch([twice]);
    // The table refuses a total of 1,000.
    await shell.onBatch([add('b', 1_000)]);
    expect(committedTotals).toEqual([1, 3]);
    expect(deadLettered).toHaveLength(1);
  });

  it('a decision that throws affects only its own key, from that message on', async () => {
    const [good, bad, later, other] = [add('a', 1), add('a', 13), add('a', 1), add('b', 2)];
    await shell.onBatch([good, bad, later, other]);
    expect(await totals()).toEqual({ 'm/a': 1, 'm/b': 2 });
    expect(deadLettered.map(({ incoming }) => incoming)).toEqual([bad, later]);
    expect(replies().map(([id]) => id)).toEqual([
      bad.context.replyTo!.correlationId,
      later.context.replyTo!.correlationId,
    ]);
  });

  it('later batches of a key go on without its dead letters, whose replay takes effect once when the fault is corrected', async () => {
    await shell.onBatch([add('a', 2), add('a', 13), add('a', 1), add('b', 1)]);
    await shell.onBatch([add('a', 4), add('b', 1)]);
    expect(await totals()).toEqual({ 'm/a': 6, 'm/b': 2 });
    const letters = deadLettered.map(({ incoming }) => incoming);
    isFaulty = false;
    for (const _ of ['replayed', 'replayed by an operator who did not know']) await shell.onBatch(letters);
    expect(await totals()).toEqual({ 'm/a': 20, 'm/b': 2 });
    expect(events()).toEqual([2, 1, 6, 2, 19, 20]);
    expect(deadLettered).toHaveLength(2);
  });

  it('a batch that the database refuses is halved until the failing message is alone', async () => {
    const culprit = add('c', 5000);
    await shell.onBatch([add('a', 1), add('b', 2), culprit, add('d', 4)]);
    expect(await totals()).toEqual({ 'm/a': 1, 'm/b': 2, 'm/d': 4 });
    expect(deadLettered.map(({ incoming }) => incoming)).toEqual([culprit]);
  });

  it('committed messages are retried until the broker has them', async () => {
    let refusals = 1;
    const take = send;
    send = (messages) => (refusals-- > 0 ? Promise.reject(new Error('no such topic')) : take(messages));
    await shell.onBatch([add('a', 1)]);
    expect(events()).toEqual([1]);
    expect(await all('SELECT 1 FROM outbox')).toHaveLength(1);
  });

  it('unpublished messages stay in the outbox for the next owner', async () => {
    send = () => new Promise(() => undefined);
    void shell.onBatch([add('a', 1)]);
    let left = 0;
    while (left === 0) left = (await inTransaction(database, { merchants: [] }, (sql) => unpublished(sql, [2]))).length;
    expect(left).toBe(1);
    expect(await inTransaction(database, { merchants: [] }, (sql) => unpublished(sql, [1]))).toEqual([]);
  });

  /** An instance that lost its partitions adds 2 to `m/a` and does not publish it; commits when `gate` opens. */
  const commitElsewhere = (gate: Promise<void>): { readonly locked: Promise<void>; readonly done: Promise<void> } => {
    let reportLocked!: () => void;
    const locked = new Promise<void>((resolve) => (reportLocked = resolve));
    const done = inTransaction(database, { merchants: [] }, async (sql) => {
      await sql.query(`UPDATE sums SET total = total + 2, version = version + 1 WHERE key = 'm/a'`, []);
      await sql.query(
        `INSERT INTO outbox (partition, topic, key, value, headers)
         SELECT 2, topic, key, '{"amount":3}', headers FROM outbox ORDER BY id LIMIT 1`,
        [],
      );
      reportLocked();
      await gate;
    });
    return { locked, done };
  };

  it('a version that another instance committed but did not publish goes before ours', async () => {
    await shell.onBatch([add('a', 1)]);
    let open!: () => void;
    const other = commitElsewhere(new Promise((resolve) => (open = resolve)));
    await other.locked;
    const ours = shell.onBatch([add('a', 4)]);
    open();
    await Promise.all([other.done, ours]);
    expect(events()).toEqual([1, 3, 7]);
    await shell.onBatch([add('a', 1)]);
    expect(events()).toEqual([1, 3, 7, 8]);
  });

  it('a published message is not published again while it is being deleted', async () => {
    await shell.onBatch([add('a', 1)]);
    let open!: () => void;
    const deleting = shell.deletePublished(() => new Promise((resolve) => (open = resolve)));
    await shell.onBatch([add('a', 2)]);
    open();
    await deleting;
    expect(events()).toEqual([1, 3]);
  });

  it('messages of a commit without an answer are published before the next batch', async () => {
    await shell.onBatch([add('a', 1)]);
    unansweredCommits = 1;
    await shell.onBatch([add('a', 2)]);
    await shell.onBatch([add('a', 4)]);
    expect(await totals()).toEqual({ 'm/a': 7 });
    expect(events()).toEqual([1, 3, 7]);
  });

  it('published messages that cannot be deleted are deleted later', async () => {
    await shell.onBatch([add('a', 1)]);
    await expect(shell.deletePublished(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    const deleted: string[] = [];
    await shell.deletePublished(async (ids) => void deleted.push(...ids));
    expect(deleted).toHaveLength(1);
  });

  it('the next batch deletes the published messages', async () => {
    await shell.onBatch([add('a', 1)]);
    await shell.onBatch([add('a', 1)]);
    expect(await all('SELECT id FROM outbox')).toHaveLength(1);
  });

  it('a due job runs in the transaction that finishes it, and never twice', async () => {
    await shell.onBatch([add('a', 7)]);
    const [job] = await all<{ id: string; partition: number; data: unknown }>('SELECT * FROM jobs');
    expect(job).toMatchObject({ id: 'sum.remind/m/a', partition: 2 });
    const due = {
      ...add('a', 0),
      message: remind as Incoming['message'],
      data: job!.data,
      origin: { topic: 'jobs', partition: 2, offset: job!.id },
    };
    await shell.onBatch([due]);
    await shell.onBatch([due]);
    expect(await totals()).toEqual({ 'm/a': 107 });
    expect(await all('SELECT 1 FROM jobs')).toEqual([]);
  });

  it('a message does not begin after its deadline, nor on settings older than the sender knew', async () => {
    await shell.onBatch([
      add('a', 1, { deadline: new Date(0) }),
      add('b', 1, { accountVersion: 11 }),
      add('c', 1, { accountVersion: 9 }),
    ]);
    expect(await totals()).toEqual({ 'm/c': 1 });
    const codes = replies().map(([, body]) => (JSON.parse(body!) as { code?: string }).code);
    expect(codes.filter((code) => code !== undefined).sort()).toEqual(['not_begun_in_time', 'settings_outdated']);
  });

  it('a command that began in time receives its result, however late it is redelivered', async () => {
    const begun = add('a', 5);
    await shell.onBatch([begun]);
    sent.length = 0;
    await shell.onBatch([{ ...begun, context: { ...begun.context, deadline: new Date(0) } }]);
    expect(replies().map(([, body]) => body)).toEqual(['5']);
    expect(await totals()).toEqual({ 'm/a': 5 });
  });

  it('a message whose deadline passes while its batch is retried does not begin, nor is it reported as begun', async () => {
    const late = add('a', 5, { deadline: new Date(Date.now() + 300) });
    // Each conflict retries the batch, after a pause that grows to seconds.
    repository.conflicts = 6;
    await shell.onBatch([late, add('b', 1)]);
    expect(await totals()).toEqual({ 'm/b': 1 });
    const check = add('a', 100, { checkOf: late.context.messageId });
    await shell.onBatch([late, check]);
    const codes = replies().map(([, body]) => (JSON.parse(body!) as { code?: string }).code);
    expect(codes.filter((code) => code !== undefined)).toEqual(Array(3).fill('not_begun_in_time'));
    expect(await totals()).toEqual({ 'm/b': 1 });
  });

  it('a check of a command is answered at any time', async () => {
    const begun = add('a', 5);
    await shell.onBatch([begun]);
    sent.length = 0;
    await shell.onBatch([add('a', 0, { checkOf: begun.context.messageId, deadline: new Date(0) })]);
    expect(await totals()).toEqual({ 'm/a': 5 });
    expect(events()).toHaveLength(1);
  });

  describe('a message without a reply address', () => {
    const withoutReply = (id: string, amount: number, changes: Partial<Incoming['context']> = {}): Incoming => {
      const { context, ...incoming } = add(id, amount);
      const { replyTo: _, ...rest } = context;
      return { ...incoming, context: { ...rest, ...changes } };
    };
    const why = () => deadLettered.map(({ incoming, cause }) => [incoming.key, cause.name]);

    it('a message waits for the settings that its sender knew, with later messages of its key, and blocks no other key', async () => {
      let waits = 0;
      // The settings arrive at the third attempt.
      known = () => (++waits > 4 ? 12 : 10);
      await shell.onBatch([withoutReply('a', 2, { accountVersion: 11 }), withoutReply('a', 13), withoutReply('b', 1)]);
      expect(await totals()).toEqual({ 'm/a': 2, 'm/b': 1 });
      expect(events()).toEqual([1, 2]);
      expect(why()).toEqual([['m/a', 'InvariantError']]);
    });

    it('a message is dead-lettered when the settings do not arrive, and is not dropped', async () => {
      await shell.onBatch([withoutReply('a', 1, { accountVersion: 11 }), withoutReply('b', 1)]);
      expect(await totals()).toEqual({ 'm/b': 1 });
      expect(why()).toEqual([['m/a', 'SettingsUnknown']]);
    });

    it('a message is dead-lettered after its deadline', async () => {
      await shell.onBatch([withoutReply('a', 1, { deadline: new Date(0) })]);
      expect(why()).toEqual([['m/a', 'DeadlinePassed']]);
    });
  });
});
