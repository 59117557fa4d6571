import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, refuse } from '@payorch/contracts';
import { inTransaction, isTransient, reading, type MerchantScope, type Sql } from '@payorch/platform/postgres';
import { DataSource } from 'typeorm';
import { RefusalError } from '../errors';

/** The gateway's database: transactions over the rows of named merchants. */
@Injectable()
export class Database {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** A refusal that `work` returns rolls the transaction back. */
  change<T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>): Promise<T> {
    const changed = inTransaction(this.dataSource, { merchants }, async (sql) => {
      const result = await work(sql);
      if (isRefusal(result)) throw new RolledBack(result);
      return result;
    });
    return changed.catch((error: unknown) => {
      if (error instanceof RolledBack) return error.result as T;
      throw error;
    });
  }

  read<T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>): Promise<T> {
    return reading(this.dataSource, merchants, work);
  }
}

class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super('the change was refused');
    this.name = 'RolledBack';
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
