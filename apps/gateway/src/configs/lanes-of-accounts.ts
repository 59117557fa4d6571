import { Inject, Injectable } from '@nestjs/common';
import { laneKeysOf, sharedLane } from '@payorch/contracts';
import { Database } from '../persistence';
import { ConfigRepository } from './persistence/config.repository';

/** The lanes of connector accounts, as they are stored: the gateway writes the settings that other services follow. */
@Injectable()
export class LanesOfAccounts {
  constructor(
    @Inject(Database) private readonly database: Pick<Database, 'read'>,
    @Inject(ConfigRepository) private readonly configs: Pick<ConfigRepository, 'find'>,
  ) {}

  laneOf(account: Parameters<typeof laneKeysOf>[0]): Promise<string> {
    const [own, connectors] = laneKeysOf(account);
    return this.database.read([], async (sql) => {
      const found = (await this.configs.find(sql, own)) ?? (await this.configs.find(sql, connectors));
      return found?.value ?? sharedLane;
    });
  }
}
