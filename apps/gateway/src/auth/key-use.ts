import { Inject, Injectable } from '@nestjs/common';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { Logger } from '@payorch/platform/telemetry';
import { Database } from '../persistence';
import { loggerToken } from '../tokens';
import { AccountCache } from './account-cache';
import { ApiKeyRepository } from './persistence/api-key.repository';

const everyMs = 60_000;

/** Writes when API keys were last used, for all keys together once a minute. */
@Injectable()
export class KeyUse extends PeriodicWorker {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ApiKeyRepository) private readonly keys: ApiKeyRepository,
    @Inject(AccountCache) private readonly cache: Pick<AccountCache, 'takeUsedHashes'>,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {
    super({ everyMs });
  }

  /** Uses since the last round are written too. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.round();
  }

  async round(): Promise<void> {
    const hashes = this.cache.takeUsedHashes();
    if (hashes.length === 0) return;
    await this.database
      .change('every', (sql) => this.keys.touch(sql, hashes))
      .catch((error: unknown) => this.logger.warn({ error }, 'the gateway could not store the last use of API keys'));
  }
}
