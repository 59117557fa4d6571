import { InvariantError } from '@payorch/kernel';
import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { scopeStatement, type MerchantScope } from './merchant-scope';
import { PlanAge } from './plan-age';
import { CommitUnknownError, isAnswered, outdatedPlan, sqlStateOf } from './sql-errors';

/** The part of a transaction that set-based reads and writes need; a fake in a test is one function. */
export interface Sql {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>;
}

/** A statement that has not been sent. */
export interface Statement {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** Sends all statements at once, in their order. Returns one promise for each. */
export const sendAll = (sql: Sql, statements: readonly Statement[]): Promise<Record<string, unknown>[]>[] =>
  statements.map(({ text, params }) => sql.query(text, params));

/**
 * The end of a transaction: its last statements, and the result made of their rows. No decision happens between them
 * and COMMIT.
 */
export interface Ending<T> {
  readonly statements: readonly Statement[];
  /** Receives the rows of each statement, in their order. Called once, after the commit. */
  readonly result: (rows: readonly (readonly Record<string, unknown>[])[]) => T;
}

export interface TransactionScope {
  readonly merchants: MerchantScope;
  /**
   * `asynchronous`: COMMIT is answered before the data is on disk. A crash of the database may lose the last second of
   * such transactions, each completely; a crash of this process loses none. Default: `synchronous`.
   */
  readonly commit?: 'synchronous' | 'asynchronous';
}

/** Made before a connection is borrowed: an invalid id must not leak a connection. */
const opening = ({ merchants, commit }: TransactionScope): string =>
  `BEGIN; ${scopeStatement(merchants)}${commit === 'asynchronous' ? '; SET LOCAL synchronous_commit TO off' : ''}`;

const poolOf = (dataSource: DataSource): Pool => (dataSource.driver as unknown as { master: Pool }).master;

const names = new Map<string, string>();
/** Far above the number of statements of any service; texts built for each call must not fill the server's memory. */
const mostNames = 300;

/** A named statement is parsed and planned once per connection, not once per call. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

type Wire = Pick<Socket, 'cork' | 'uncork'>;
const corked = new WeakSet<Wire>();

/** Queries of one turn are sent in one write: the server wakes up once for all of them. */
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
 * Accepts queries until the end of the transaction is sent. Of several concurrent queries one may still run when
 * another fails; a later query would run outside the transaction, or in the transaction of the next borrower of the
 * connection.
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
    // Without parameters the driver uses the simple protocol, which may contain several statements and returns several
    // results.
    if (params.length === 0) return (await this.client.query(text)).rows as Row[];
    const name = nameOf(text);
    const query = { text, values: [...params], ...(name !== undefined && { name }) };
    return (await this.client.query(query)).rows as Row[];
  }
}

/** A borrowed connection that breaks also emits an event, which would end the process without a listener. */
const onLostConnection = (): void => undefined;

/**
 * Listens to every connection of the pool from the moment it is borrowed. The pool stops listening then, and the
 * borrower continues in a later turn: a server may end its connections in the very bytes that ended the wait.
 */
export function listenToConnections(dataSource: DataSource): void {
  poolOf(dataSource).on('acquire', (client) => {
    if (!client.listeners('error').includes(onLostConnection)) client.on('error', onLostConnection);
  });
}

async function lend(dataSource: DataSource): Promise<{ client: PoolClient; release: (broken?: boolean) => void }> {
  const client = await poolOf(dataSource).connect();
  return { client, release: (broken = false) => client.release(broken) };
}

const planAges = new WeakMap<DataSource, PlanAge>();

function planAgeOf(dataSource: DataSource): PlanAge {
  const known = planAges.get(dataSource) ?? new PlanAge();
  planAges.set(dataSource, known);
  return known;
}

/** BEGIN and scope in one simple query; the connections are pipelined, so the first query of `work` is sent with it. */
function begin(dataSource: DataSource, client: PoolClient, statements: string): Promise<unknown> {
  gather(client);
  const isOutdated = planAgeOf(dataSource).hasOutdated(client);
  const begun = client.query(isOutdated ? `DISCARD PLANS; ${statements}` : statements);
  begun.catch(() => undefined); // checked after the work, which may fail first
  return begun;
}

/**
 * Closes a connection that cannot even roll back, because its state is unknown; also one whose plans a migration
 * outdated.
 */
async function rollBack(client: PoolClient, giveBack: (broken?: boolean) => void, error?: unknown): Promise<void> {
  const broken = await client.query('ROLLBACK').then(
    () => false,
    () => true,
  );
  giveBack(broken || sqlStateOf(error) === outdatedPlan);
}

/** The outcome of a COMMIT that was sent with these statements before it; the error of the first failed statement. */
function outcomeOf(
  committed: PromiseSettledResult<{ readonly command: string }>,
  failure: { readonly error: unknown } | undefined,
): { readonly error: unknown } | undefined {
  if (committed.status === 'rejected') {
    if (failure && isAnswered(failure.error)) return failure;
    const { reason } = committed as { reason: unknown };
    return { error: isAnswered(reason) ? reason : new CommitUnknownError(reason) };
  }
  // Postgres answers COMMIT of a failed transaction with a rollback, without an error.
  if (committed.value.command === 'ROLLBACK')
    return (
      failure ?? { error: new InvariantError('the work swallowed an error of the database: nothing was committed') }
    );
  return failure && { error: new CommitUnknownError(failure.error) };
}

/**
 * Runs `work` in one transaction that sees the rows of these merchants only. The last statements and COMMIT are sent
 * together, before their results are known: if one fails, COMMIT rolls back, and conditions on their rows are checked
 * in SQL (`exactly`). A COMMIT without an answer, or next to a failure that leaves its effect open, is thrown as
 * `CommitUnknownError`.
 */
export async function inTransactionEndingWith<T>(
  dataSource: DataSource,
  scope: TransactionScope,
  work: (sql: Sql) => Promise<Ending<T>>,
): Promise<T> {
  const statements = opening(scope);
  const { client, release } = await lend(dataSource);
  const begun = begin(dataSource, client, statements);
  const sql = new TransactionSql(client);
  let ending: Ending<T>;
  try {
    ending = await work(sql);
  } catch (error) {
    sql.end();
    await rollBack(client, release, error);
    throw error;
  }
  const sent = sendAll(sql, ending.statements);
  sql.end();
  const [committed, opened, ...answers] = await Promise.allSettled([client.query('COMMIT'), begun, ...sent]);
  const failed = [opened, ...answers].find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  release(committed.status === 'rejected' || sqlStateOf(failed?.reason) === outdatedPlan);
  const fault = outcomeOf(committed, failed && { error: failed.reason });
  if (fault) throw fault.error;
  try {
    return ending.result(await Promise.all(sent));
  } catch (error) {
    throw new CommitUnknownError(error);
  }
}

/**
 * Runs `work` in one transaction that sees the rows of these merchants only. Two round trips with one query: BEGIN,
 * scope and the query together, then COMMIT. A COMMIT without an answer is thrown as `CommitUnknownError`.
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

/** Runs one statement in a transaction of its own that sees the rows of these merchants only, in one round trip. */
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
 * Reads in a read-only transaction that sees the rows of these merchants only. One round trip with one query: the
 * caller does not wait for the COMMIT of a read; only the connection does before it is borrowed again.
 */
export async function reading<T>(
  dataSource: DataSource,
  merchants: MerchantScope,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const statements = `BEGIN READ ONLY; ${scopeStatement(merchants)}`;
  const { client, release } = await lend(dataSource);
  const begun = begin(dataSource, client, statements);
  const sql = new TransactionSql(client);
  try {
    const value = await work(sql);
    await begun;
    return value;
  } finally {
    sql.end();
    void rollBack(client, release);
  }
}
