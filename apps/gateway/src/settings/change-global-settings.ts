import type { Outgoing } from '@payorch/contracts';
import type { Sql } from '@payorch/platform/postgres';
import { changeWithResponse, type ViewedChange } from '../idempotency/change-with-response';
import { orUnavailable, type Database } from '../persistence/database';
import { nextGlobalVersion } from './persistence/global-version';
import { insertOutbox } from './persistence/outbox.repository';
import type { SettingsRelay } from './settings-relay';

export interface GlobalChange<T> {
  readonly result: T;
  readonly message: Outgoing;
}

/** As `ChangeSettings`, for settings of no merchant: commits a row and its message together, one change after another. */
export class ChangeGlobalSettings {
  constructor(
    private readonly database: Database,
    private readonly relay: Pick<SettingsRelay, 'publish'>,
  ) {}

  /**
   * Runs `work` under the lock of all global settings, with the next version. A refusal that `work` throws rolls back
   * the change.
   */
  async of<T>(trace: ViewedChange<T>, work: (sql: Sql, version: number) => Promise<GlobalChange<T>>): Promise<T> {
    try {
      return await orUnavailable(
        changeWithResponse(this.database, [], trace, async (sql) => {
          const { result, message } = await work(sql, await nextGlobalVersion(sql));
          await insertOutbox(sql, [message], trace);
          return result;
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
