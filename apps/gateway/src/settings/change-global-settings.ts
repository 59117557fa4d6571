import { Inject, Injectable } from '@nestjs/common';
import type { Outgoing, Refusal } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import type { Sql } from '@payorch/platform/postgres';
import { changeWithResponse, type ViewedChange } from '../idempotency';
import { Database, orUnavailable } from '../persistence';
import { nextGlobalVersion } from './persistence/global-version';
import { insertOutbox } from './persistence/outbox.repository';
import { SettingsRelay } from './settings-relay';

export interface GlobalChange<T> {
  readonly result: T;
  readonly message: Outgoing;
}

/** As `ChangeSettings`, for settings of no merchant: commits a row and its message together, one change after another. */
@Injectable()
export class ChangeGlobalSettings {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SettingsRelay) private readonly relay: Pick<SettingsRelay, 'publish'>,
  ) {}

  /**
   * Runs `work` under the lock of all global settings, with the next version. A refusal that `work` returns rolls back
   * the change.
   */
  async of<T>(
    trace: ViewedChange<T>,
    work: (sql: Sql, version: number) => Promise<GlobalChange<T> | Refusal>,
  ): Promise<T | Refusal> {
    try {
      return await orUnavailable(
        changeWithResponse(this.database, [], trace, async (sql) => {
          const change = await work(sql, await nextGlobalVersion(sql));
          if (isRefusal(change)) return change;
          await insertOutbox(sql, [change.message], trace);
          return change.result;
        }),
      );
    } finally {
      void this.relay.publish();
    }
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return orUnavailable(this.database.read([], work));
  }
}
