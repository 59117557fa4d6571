import { refuse } from '@payorch/contracts';
import { inTransaction, isTransient, reading, type MerchantScope, type Sql } from '@payorch/platform/postgres';
import type { DataSource } from 'typeorm';
import { RefusalError } from '../errors/errors';

/** The gateway's database: transactions over the rows of named merchants. */
export class Database {
  constructor(private readonly dataSource: DataSource) {}

  change<T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, { merchants }, work);
  }

  read<T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>): Promise<T> {
    return reading(this.dataSource, merchants, work);
  }
}

/** For requests: while the database is away the caller gets a refusal to retry, not an internal error. */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isTransient(error) ? new RefusalError(refuse('database_away')) : error;
  }
}
