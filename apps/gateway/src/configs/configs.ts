import { refuse } from '@payorch/contracts';
import type { ChangeGlobalSettings } from '../settings/change-global-settings';
import { RefusalError } from '../errors/errors';
import type { ViewedChange } from '../idempotency/change-with-response';
import type { ConfigRepository } from './persistence/config.repository';
import type { ConfigEntry } from './domain/config-entry';
import { checkConfigKey, configMessage } from './domain/config-entry';

const notFound = (): RefusalError => new RefusalError(refuse('config_not_found'));

/** Texts that operators store under a key; every service reads them. */
export class Configs {
  constructor(
    private readonly settings: ChangeGlobalSettings,
    private readonly configs: ConfigRepository,
  ) {}

  async create({ key, value }: ConfigEntry, trace: ViewedChange<ConfigEntry>): Promise<ConfigEntry> {
    const entry = { key, value };
    const refused = checkConfigKey(key);
    if (refused) throw new RefusalError(refused);
    return this.settings.of(trace, async (sql, version) => {
      if (!(await this.configs.insert(sql, entry))) throw new RefusalError(refuse('config_exists'));
      return { result: entry, message: configMessage(entry, version) };
    });
  }

  async retrieve(key: string): Promise<ConfigEntry> {
    const found = await this.settings.read((sql) => this.configs.find(sql, key));
    if (!found) throw notFound();
    return found;
  }

  update(entry: ConfigEntry, trace: ViewedChange<ConfigEntry>): Promise<ConfigEntry> {
    return this.settings.of(trace, async (sql, version) => {
      if (!(await this.configs.update(sql, entry))) throw notFound();
      return { result: entry, message: configMessage(entry, version) };
    });
  }

  /** Returns the deleted entry. */
  delete(key: string, trace: ViewedChange<ConfigEntry>): Promise<ConfigEntry> {
    return this.settings.of(trace, async (sql, version) => {
      const gone = await this.configs.delete(sql, key);
      if (!gone) throw notFound();
      return { result: gone, message: configMessage(gone, version, true) };
    });
  }
}
