import { InvariantError } from '@payorch/kernel';
import type { Pool, PoolClient } from 'pg';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { QueryFailedError } from 'typeorm';
import { PlanAge } from './plan-age';

/** An open transaction: statements, and TypeORM's repositories inside it. */
export interface Sql {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>;
  /** For administration and simple reads; a batch writes its rows with one statement. */
  repository<Row extends ObjectLiteral>(entity: EntityTarget<Row>): Repository<Row>;
}

type SendQuery = (text: string, params?: unknown[], isStructured?: boolean) => Promise<unknown>;

/** Far above the number of statements of any service; texts built for each call must not fill the server's memory. */
const mostNames = 300;
/** The names of a database's statements, by text. */
const namesOf = new WeakMap<DataSource, Map<string, string>>();

/** A named statement is parsed and planned once per connection, not once per call. */
function nameOf(text: string, names: Map<string, string>): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

const corked = new WeakSet<object>();

/** Queries of one turn are sent in one write: the server wakes up once for all of them. */
function gather({ connection: { stream } }: PoolClient): void {
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
export class TransactionSql implements Sql {
  private isEnding = false;
  private entities: EntityManager | undefined;
  private readonly names: Map<string, string>;

  constructor(
    private readonly client: PoolClient,
    private readonly dataSource: DataSource,
  ) {
    this.names = namesOf.get(dataSource) ?? new Map<string, string>();
    namesOf.set(dataSource, this.names);
  }

  end(): void {
    this.isEnding = true;
  }

  async query<Row>(text: string, params: readonly unknown[] = []): Promise<Row[]> {
    this.assertOpen();
    gather(this.client);
    // Without parameters the driver uses the simple protocol, which may contain several statements and returns several
    // results.
    if (params.length === 0) return (await this.client.query(text)).rows as Row[];
    const name = nameOf(text, this.names);
    const query = { text, values: [...params], ...(name !== undefined && { name }) };
    return (await this.client.query(query)).rows as Row[];
  }

  repository<Row extends ObjectLiteral>(entity: EntityTarget<Row>): Repository<Row> {
    this.entities ??= this.entitiesOfTransaction();
    return this.entities.getRepository(entity);
  }

  /**
   * TypeORM's manager, under the rules of `query`. Errors are the server's own: TypeORM's wrapper carries the parameters, and
   * a log line would show them.
   */
  private entitiesOfTransaction(): EntityManager {
    const runner = this.dataSource.createQueryRunner();
    const connect = (): Promise<PoolClient> => Promise.resolve(this.client);
    const send = runner.query.bind(runner) as SendQuery;
    const query: SendQuery = async (...statement) => {
      this.assertOpen();
      try {
        return await send(...statement);
      } catch (error) {
        throw error instanceof QueryFailedError ? error.driverError : error;
      }
    };
    // On the connection of this transaction; a runner that is in one lets TypeORM begin none of its own.
    return Object.assign(runner, { connect, query, isTransactionActive: true }).manager;
  }

  private assertOpen(): void {
    if (this.isEnding) throw new InvariantError('a statement came after the end of its transaction');
  }
}

const pools = new WeakMap<DataSource, Pool>();

/** From here on transactions borrow their connections from this pool, which is TypeORM's too. */
export const sharePool = (dataSource: DataSource, pool: Pool): void => void pools.set(dataSource, pool);

export function poolOf(dataSource: DataSource): Pool {
  const pool = pools.get(dataSource);
  if (!pool) throw new InvariantError('a database is opened by openDatabase');
  return pool;
}

/** A connection of the pool, for one transaction. */
export interface Acquired {
  readonly client: PoolClient;
  readonly sql: TransactionSql;
  /** Returns the connection; a broken one is closed. */
  readonly release: (isBroken?: boolean) => void;
}

export async function acquire(dataSource: DataSource): Promise<Acquired> {
  const client = await poolOf(dataSource).connect();
  const release = (isBroken = false): void => client.release(isBroken);
  return { client, sql: new TransactionSql(client, dataSource), release };
}

const planAges = new WeakMap<DataSource, PlanAge>();

function planAgeOf(dataSource: DataSource): PlanAge {
  const known = planAges.get(dataSource) ?? new PlanAge();
  planAges.set(dataSource, known);
  return known;
}

/** BEGIN and scope in one simple query; the connections are pipelined, so the first query of the work is sent with it. */
export function begin(dataSource: DataSource, client: PoolClient, statements: string): Promise<unknown> {
  gather(client);
  const isOutdated = planAgeOf(dataSource).hasOutdated(client);
  const begun = client.query(isOutdated ? `DISCARD PLANS; ${statements}` : statements);
  begun.catch(() => undefined); // checked after the work, which may fail first
  return begun;
}
