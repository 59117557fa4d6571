import { Inject, Injectable } from '@nestjs/common';
import { refuse, type Refusal } from '@payorch/contracts';
import type { ViewedChange } from '../idempotency';
import { ChangeGlobalSettings } from '../settings';
import { type ConfigEntry, checkConfigKey, checkConfigValue, configMessage } from './domain/config-entry';
import { ConfigRepository } from './persistence/config.repository';

const notFound = refuse('config_not_found');

/** Texts that operators store under a key; every service reads them. */
@Injectable()
export class Configs {
  constructor(
    @Inject(ChangeGlobalSettings) private readonly settings: ChangeGlobalSettings,
    @Inject(ConfigRepository) private readonly configs: ConfigRepository,
  ) {}

  async create({ key, value }: ConfigEntry, trace: ViewedChange<ConfigEntry>): Promise<ConfigEntry | Refusal> {
    const entry = { key, value };
    const refused = checkConfigKey(key) ?? checkConfigValue(entry);
    if (refused) return refused;
    return this.settings.of(trace, async (sql, version) => {
      if (!(await this.configs.insert(sql, entry))) return refuse('config_exists');
      return { result: entry, message: configMessage(entry, version) };
    });
  }

  async retrieve(key: string): Promise<ConfigEntry | Refusal> {
    return (await this.settings.read((sql) => this.configs.find(sql, key))) ?? notFound;
  }

  async update(entry: ConfigEntry, trace: ViewedChange<ConfigEntry>): Promise<ConfigEntry | Refusal> {
    const refused = checkConfigValue(entry);
    if (refused) return refused;
    return this.settings.of(trace, async (sql, version) => {
      if (!(await this.configs.update(sql, entry))) return notFound;
      return { result: entry, message: configMessage(entry, version) };
    });
  }

  /** Returns the deleted entry. */
  delete(key: string, trace: ViewedChange<ConfigEntry>): Promise<ConfigEntry | Refusal> {
    return this.settings.of(trace, async (sql, version) => {
      const gone = await this.configs.delete(sql, key);
      if (!gone) return notFound;
      return { result: gone, message: configMessage(gone, version, true) };
    });
  }
}
