import { InvariantError } from '@payorch/kernel';
import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { scopeStatement, type MerchantScope } from './merchant-scope';
import { CommitUnknownError, isAnswered, outdatedPlan, sqlStateOf } from './sql-errors';

/** All that set-based writes and reads need of a transaction; a test's fake is one function. */
export interface Sql {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>;
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

async function lend(dataSource: DataSource): Promise<{ client: PoolClient; giveBack: (broken?: boolean) => void }> {
  const client = await poolOf(dataSource).connect();
  client.on('error', onLostConnection);
  const giveBack = (broken = false): void => {
    if (!broken) client.removeListener('error', onLostConnection);
    client.release(broken);
  };
  return { client, giveBack };
}

/** BEGIN and scope in one simple query; the connections are pipelined, so the first query of `work` leaves with it. */
function begin(client: PoolClient, statements: string): Promise<unknown> {
  gather(client);
  const begun = client.query(statements);
  begun.catch(() => undefined); // awaited after the work, which may fail before
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

async function commit(client: PoolClient, giveBack: (broken?: boolean) => void): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error: unknown) => {
    giveBack(true);
    throw isAnswered(error) ? error : new CommitUnknownError(error);
  });
  giveBack();
  // Postgres answers COMMIT of a failed transaction by rolling back, without an error.
  if (command === 'ROLLBACK')
    throw new InvariantError('the work swallowed an error of the database: nothing was committed');
}

/**
 * Runs `work` in one transaction that sees the rows of these merchants only. Two round trips with one query: BEGIN, scope
 * and the query together, then COMMIT. A COMMIT without an answer is thrown as `CommitUnknownError`.
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  scope: TransactionScope,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const statements = opening(scope);
  const { client, giveBack } = await lend(dataSource);
  const begun = begin(client, statements);
  const sql = new TransactionSql(client);
  let value: T;
  try {
    value = await work(sql);
    await begun;
  } catch (error) {
    sql.end();
    await rollBack(client, giveBack, error);
    throw error;
  }
  sql.end();
  await commit(client, giveBack);
  return value;
}

/**
 * One statement in a transaction of its own that sees the rows of these merchants only, in one round trip: BEGIN, scope,
 * statement and COMMIT leave together, and where the statement fails the COMMIT rolls back. No answer to the statement says
 * nothing of the COMMIT behind it: both are thrown as `CommitUnknownError`.
 */
export async function inOneTrip<Row>(
  dataSource: DataSource,
  scope: TransactionScope,
  text: string,
  params: readonly unknown[],
): Promise<Row[]> {
  const statements = opening(scope);
  const { client, giveBack } = await lend(dataSource);
  const begun = begin(client, statements);
  let failure: unknown;
  const answered = new TransactionSql(client).query<Row>(text, params).catch((error: unknown) => {
    failure = error;
    return [];
  });
  const committed = commit(client, (broken = false) => giveBack(broken || sqlStateOf(failure) === outdatedPlan));
  const [rows, ended] = await Promise.all([
    answered,
    committed.then(
      () => null,
      (error: unknown) => ({ error }),
    ),
  ]);
  if (failure !== undefined) throw isAnswered(failure) ? failure : new CommitUnknownError(failure);
  if (ended) throw ended.error;
  await begun;
  return rows;
}

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
  const begun = begin(client, statements);
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
