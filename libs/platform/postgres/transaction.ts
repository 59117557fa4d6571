import { InvariantError } from '@payorch/kernel';
import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { scopeStatement, type MerchantScope } from './merchant-scope';
import { PlanAge } from './plan-age';
import { CommitUnknownError, isAnswered, outdatedPlan, sqlStateOf } from './sql-errors';

/** All that set-based writes and reads need of a transaction; a test's fake is one function. */
export interface Sql {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>;
}

/** A statement that is still to be asked. */
export interface Statement {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** Asks all of them at once, in their order. One promise each. */
export const sendAll = (sql: Sql, statements: readonly Statement[]): Promise<Record<string, unknown>[]>[] =>
  statements.map(({ text, params }) => sql.query(text, params));

/** How a transaction ends: its last statements, and what their rows come to. Nothing is decided between them and COMMIT. */
export interface Ending<T> {
  readonly statements: readonly Statement[];
  /** The rows of each statement, in their order. Called once all of it is committed. */
  readonly result: (rows: readonly (readonly Record<string, unknown>[])[]) => T;
}

export interface TransactionScope {
  readonly merchants: MerchantScope;
  /**
   * `asynchronous`: COMMIT is answered before it is on disk. A crash of the database may lose the last second of such
   * transactions, whole; a crash of ours loses none. Default: `synchronous`.
   */
  readonly commit?: 'synchronous' | 'asynchronous';
}

/** Made before a connection is lent: an id that is none must not keep one. */
const opening = ({ merchants, commit }: TransactionScope): string =>
  `BEGIN; ${scopeStatement(merchants)}${commit === 'asynchronous' ? '; SET LOCAL synchronous_commit TO off' : ''}`;

const poolOf = (dataSource: DataSource): Pool => (dataSource.driver as unknown as { master: Pool }).master;

const names = new Map<string, string>();
/** Far above the statements of any service; a text built anew for each call must not fill the server's memory. */
const mostNames = 300;

/** A statement by name is parsed and planned once a connection, not once a call. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

type Wire = Pick<Socket, 'cork' | 'uncork'>;
const corked = new WeakSet<Wire>();

/** What is asked within one turn leaves in one write: the server wakes up once for all of it. */
function gather(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Wire } }).connection;
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}

/**
 * What a transaction may be asked until its end is on its way: several questions at once may leave one under way when
 * another fails, and what that one asks next would fall outside, or into the transaction of whoever has the connection then.
 */
class TransactionSql implements Sql {
  private isEnding = false;

  constructor(private readonly client: PoolClient) {}

  end(): void {
    this.isEnding = true;
  }

  async query<Row>(text: string, params: readonly unknown[] = []): Promise<Row[]> {
    if (this.isEnding) throw new InvariantError('a statement came after the end of its transaction');
    gather(this.client);
    // Without parameters the driver takes the simple protocol, which may hold several statements and gives several results.
    if (params.length === 0) return (await this.client.query(text)).rows as Row[];
    const name = nameOf(text);
    const asked = { text, values: [...params], ...(name !== undefined && { name }) };
    return (await this.client.query(asked)).rows as Row[];
  }
}

/** A connection that breaks while it is lent out says so by an event too, which would end the process if nobody listened. */
const onLostConnection = (): void => undefined;

/**
 * Listens to every connection of the pool from the moment it is lent. The pool stops listening then, and whoever borrows
 * goes on only in a later turn: a server that ends its connections may say so in the very bytes that ended the wait.
 */
export function listenToConnections(dataSource: DataSource): void {
  poolOf(dataSource).on('acquire', (client) => {
    if (!client.listeners('error').includes(onLostConnection)) client.on('error', onLostConnection);
  });
}

async function lend(dataSource: DataSource): Promise<{ client: PoolClient; giveBack: (broken?: boolean) => void }> {
  const client = await poolOf(dataSource).connect();
  return { client, giveBack: (broken = false) => client.release(broken) };
}

const planAges = new WeakMap<DataSource, PlanAge>();

function planAgeOf(dataSource: DataSource): PlanAge {
  const known = planAges.get(dataSource) ?? new PlanAge();
  planAges.set(dataSource, known);
  return known;
}

/** BEGIN and scope in one simple query; the connections are pipelined, so the first query of `work` leaves with it. */
function begin(dataSource: DataSource, client: PoolClient, statements: string): Promise<unknown> {
  gather(client);
  const isOutdated = planAgeOf(dataSource).hasOutdated(client);
  const begun = client.query(isOutdated ? `DISCARD PLANS; ${statements}` : statements);
  begun.catch(() => undefined); // looked at after the work, which may fail before
  return begun;
}

/** Nothing is known of a connection that cannot even roll back: it is closed; so is one whose plans a migration outdated. */
async function rollBack(client: PoolClient, giveBack: (broken?: boolean) => void, error?: unknown): Promise<void> {
  const broken = await client.query('ROLLBACK').then(
    () => false,
    () => true,
  );
  giveBack(broken || sqlStateOf(error) === outdatedPlan);
}

/** What came of a COMMIT that left with these statements before it; the failure of the first one that has one. */
function outcomeOf(
  committed: PromiseSettledResult<{ readonly command: string }>,
  failure: { readonly error: unknown } | undefined,
): { readonly error: unknown } | undefined {
  if (committed.status === 'rejected') {
    if (failure && isAnswered(failure.error)) return failure;
    const { reason } = committed as { reason: unknown };
    return { error: isAnswered(reason) ? reason : new CommitUnknownError(reason) };
  }
  // Postgres answers COMMIT of a failed transaction by rolling back, without an error.
  if (committed.value.command === 'ROLLBACK')
    return (
      failure ?? { error: new InvariantError('the work swallowed an error of the database: nothing was committed') }
    );
  return failure && { error: new CommitUnknownError(failure.error) };
}

/**
 * Runs `work` in one transaction that sees the rows of these merchants only. Its last statements and COMMIT leave together,
 * without a look at what they say: where one fails, COMMIT rolls back, and what must hold of their rows they check
 * themselves (`exactly`). A COMMIT without an answer, or one that stands beside a failure, is thrown as `CommitUnknownError`.
 */
export async function inTransactionEndingWith<T>(
  dataSource: DataSource,
  scope: TransactionScope,
  work: (sql: Sql) => Promise<Ending<T>>,
): Promise<T> {
  const statements = opening(scope);
  const { client, giveBack } = await lend(dataSource);
  const begun = begin(dataSource, client, statements);
  const sql = new TransactionSql(client);
  let ending: Ending<T>;
  try {
    ending = await work(sql);
  } catch (error) {
    sql.end();
    await rollBack(client, giveBack, error);
    throw error;
  }
  const asked = sendAll(sql, ending.statements);
  sql.end();
  const [committed, opened, ...answers] = await Promise.allSettled([client.query('COMMIT'), begun, ...asked]);
  const failed = [opened, ...answers].find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  giveBack(committed.status === 'rejected' || sqlStateOf(failed?.reason) === outdatedPlan);
  const fault = outcomeOf(committed, failed && { error: failed.reason });
  if (fault) throw fault.error;
  try {
    return ending.result(await Promise.all(asked));
  } catch (error) {
    throw new CommitUnknownError(error);
  }
}

/**
 * Runs `work` in one transaction that sees the rows of these merchants only. Two round trips with one query: BEGIN, scope
 * and the query together, then COMMIT. A COMMIT without an answer is thrown as `CommitUnknownError`.
 */
export const inTransaction = <T>(
  dataSource: DataSource,
  scope: TransactionScope,
  work: (sql: Sql) => Promise<T>,
): Promise<T> =>
  inTransactionEndingWith(dataSource, scope, async (sql) => {
    const value = await work(sql);
    return { statements: [], result: () => value };
  });

/** One statement in a transaction of its own that sees the rows of these merchants only, in one round trip. */
export const inOneTrip = <Row>(
  dataSource: DataSource,
  scope: TransactionScope,
  text: string,
  params: readonly unknown[],
): Promise<Row[]> =>
  inTransactionEndingWith(dataSource, scope, async () => ({
    statements: [{ text, params }],
    result: ([rows]) => rows as Row[],
  }));

/**
 * Reads in a read-only transaction that sees the rows of these merchants only. One round trip with one query: nobody waits
 * for the COMMIT of a read, only the connection does before it is lent again.
 */
export async function reading<T>(
  dataSource: DataSource,
  merchants: MerchantScope,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const statements = `BEGIN READ ONLY; ${scopeStatement(merchants)}`;
  const { client, giveBack } = await lend(dataSource);
  const begun = begin(dataSource, client, statements);
  const sql = new TransactionSql(client);
  try {
    const value = await work(sql);
    await begun;
    return value;
  } finally {
    sql.end();
    void rollBack(client, giveBack);
  }
}
