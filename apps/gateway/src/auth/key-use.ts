import type { Logger } from '@payorch/platform/telemetry';
import type { ApiKeyRepository } from './persistence/api-key.repository';
import type { Database } from '../persistence/database';
import type { AccountCache } from './account-cache';

const everyMs = 60_000;

/** Writes when API keys were last used, for all keys together once a minute. */
export class KeyUse {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeyRepository,
    private readonly cache: Pick<AccountCache, 'takeUsedHashes'>,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.write(), everyMs);
    this.timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  private async write(): Promise<void> {
    const hashes = this.cache.takeUsedHashes();
    if (hashes.length === 0) return;
    await this.database
      .change('every', (sql) => this.keys.touch(sql, hashes))
      .catch((error: unknown) => this.logger.warn({ error }, 'the gateway could not store the last use of API keys'));
  }
}
