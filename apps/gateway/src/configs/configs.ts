import { Inject, Injectable } from '@nestjs/common';
import { refuse, type Refusal } from '@payorch/contracts';
import type { ViewedChange } from '../idempotency';
import { ChangeGlobalSettings } from '../settings';
import { orUnavailable } from '../persistence';
import {
  type ConfigEntry,
  checkConfigKey,
  checkConfigValue,
  configMessage,
  laneIn,
  laneWithoutTopics,
} from './domain/config-entry';
import { LanesAtBroker } from './lanes-at-broker';
import { ConfigRepository } from './persistence/config.repository';

const notFound = refuse('config_not_found');

/** Texts that operators store under a key; every service reads them. */
@Injectable()
export class Configs {
  constructor(
    @Inject(ChangeGlobalSettings) private readonly settings: ChangeGlobalSettings,
    @Inject(ConfigRepository) private readonly configs: ConfigRepository,
    @Inject(LanesAtBroker) private readonly lanes: Pick<LanesAtBroker, 'has'>,
  ) {}

  async create({ key, value }: ConfigEntry, trace: ViewedChange<ConfigEntry>): Promise<ConfigEntry | Refusal> {
    const entry = { key, value };
    const refused = checkConfigKey(key) ?? (await this.check(entry));
    if (refused) return refused;
    return this.settings.of(trace, async (sql, version) => {
      if (!(await this.configs.insert(sql, entry))) return refuse('config_exists');
      return { result: entry, message: configMessage(entry, { version, before: null }) };
    });
  }

  async retrieve(key: string): Promise<ConfigEntry | Refusal> {
    return (await this.settings.read((sql) => this.configs.find(sql, key))) ?? notFound;
  }

  async update(entry: ConfigEntry, trace: ViewedChange<ConfigEntry>): Promise<ConfigEntry | Refusal> {
    const refused = await this.check(entry);
    if (refused) return refused;
    return this.settings.of(trace, async (sql, version) => {
      const former = await this.configs.find(sql, entry.key);
      if (!former) return notFound;
      await this.configs.update(sql, entry);
      return { result: entry, message: configMessage(entry, { version, before: former.value }) };
    });
  }

  /** A message to a lane without topics could not be sent: the lane is made before it is used. */
  private async check(entry: ConfigEntry): Promise<Refusal | undefined> {
    const lane = laneIn(entry);
    const refused = checkConfigValue(entry);
    if (refused || lane === undefined) return refused;
    return (await orUnavailable(this.lanes.has(lane))) ? undefined : laneWithoutTopics(lane);
  }

  /** Returns the deleted entry. */
  delete(key: string, trace: ViewedChange<ConfigEntry>): Promise<ConfigEntry | Refusal> {
    return this.settings.of(trace, async (sql, version) => {
      const gone = await this.configs.delete(sql, key);
      if (!gone) return notFound;
      return { result: gone, message: configMessage(gone, { version, before: gone.value, deleted: true }) };
    });
  }
}
