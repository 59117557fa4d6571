import { InvariantError } from '@payorch/kernel';
import type { DataSource } from 'typeorm';
import { begin, acquire, type Acquired, type Sql } from './connection';
import { scopeStatement, type MerchantScope } from './merchant-scope';
import { CommitUnknownError, isAnswered, outdatedPlan, sqlStateOf } from './sql-errors';

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

/**
 * Closes a connection that cannot even roll back, because its state is unknown; also one whose plans a migration
 * outdated.
 */
async function rollBack({ client, release }: Acquired, error?: unknown): Promise<void> {
  const isBroken = await client.query('ROLLBACK').then(
    () => false,
    () => true,
  );
  release(isBroken || sqlStateOf(error) === outdatedPlan);
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
  const acquired = await acquire(dataSource);
  const { client, sql, release } = acquired;
  const begun = begin(dataSource, client, statements);
  let ending: Ending<T>;
  try {
    ending = await work(sql);
  } catch (error) {
    sql.end();
    await rollBack(acquired, error);
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
 * As `reading`, for a `work` that sends all its statements before it waits for any of them: the end of the transaction goes
 * with them in one write. A later statement is refused.
 */
export async function readingAtOnce<T>(
  dataSource: DataSource,
  merchants: MerchantScope,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const statements = `BEGIN READ ONLY; ${scopeStatement(merchants)}`;
  const { client, sql, release } = await acquire(dataSource);
  const begun = begin(dataSource, client, statements);
  // An error before the first statement is a rejection too: it must not keep the connection.
  const value = (async () => work(sql))();
  sql.end();
  const [read, opened, ended] = await Promise.allSettled([value, begun, client.query('ROLLBACK')]);
  const failed = [opened, read].find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  release(ended.status === 'rejected' || sqlStateOf(failed?.reason) === outdatedPlan);
  if (failed) throw failed.reason;
  return (read as PromiseFulfilledResult<T>).value;
}

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
  const acquired = await acquire(dataSource);
  const begun = begin(dataSource, acquired.client, statements);
  try {
    const value = await work(acquired.sql);
    await begun;
    return value;
  } finally {
    acquired.sql.end();
    void rollBack(acquired);
  }
}
