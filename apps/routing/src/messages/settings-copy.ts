import type { MessageRegistry, AccountSettings, EncodedMessage, Incoming } from '@payorch/platform/kafka';
import { decode, encode, isGlobalSetting, Unreadable } from '@payorch/platform/kafka';
import type { AccountSettingsRepository, StoredSetting } from '../persistence/account-settings.repository';

export interface SettingsCopyParts {
  readonly settings: Pick<AccountSettings, 'apply'>;
  readonly repository: Pick<AccountSettingsRepository, 'all' | 'saveNewer'>;
  readonly topic: string;
  readonly registry: MessageRegistry;
  readonly saveEveryMs: number;
  readonly onFault: (error: Error) => void;
}

/**
 * Account settings in memory, with a copy in Postgres that is saved with a delay. The copy only makes the start faster: the
 * topic has all settings, so a failed write is retried.
 */
export class SettingsCopy {
  private unsaved = new Map<string, StoredSetting>();
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<void> = Promise.resolve();

  constructor(private readonly parts: SettingsCopyParts) {}

  /** Applies the stored settings and returns their number. Skips rows that no longer decode; the topic has those settings. */
  readonly load = async (): Promise<number> => {
    const { repository, registry, settings, topic } = this.parts;
    const read = (await repository.all(topic)).map((message) => decode(registry, recordOf(message)));
    const known = read.filter((one): one is Incoming => !(one instanceof Unreadable));
    for (const incoming of known) settings.apply(incoming);
    return known.length;
  };

  readonly apply = (incoming: Incoming): void => {
    this.parts.settings.apply(incoming);
    // Global settings affect no route, and this copy is stored per merchant.
    if (isGlobalSetting(incoming)) return;
    const { message, data, context } = incoming;
    const encoded = encode({ message, data, context });
    const { merchantId, accountVersion } = data as { merchantId: string; accountVersion: number };
    const before = this.unsaved.get(encoded.key ?? '');
    if (before && before.accountVersion > accountVersion) return;
    this.unsaved.set(encoded.key ?? '', { merchantId, accountVersion, message: encoded });
    this.timer ??= setTimeout(() => this.save(), this.parts.saveEveryMs);
  };

  /** Saves the settings that are not saved yet. */
  async close(): Promise<void> {
    this.save();
    await this.saving;
    clearTimeout(this.timer);
  }

  private save(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.saving = this.saving.then(() => this.flush());
  }

  private async flush(): Promise<void> {
    const { repository, onFault, saveEveryMs } = this.parts;
    const taken = this.unsaved;
    if (taken.size === 0) return;
    this.unsaved = new Map();
    try {
      await repository.saveNewer([...taken.values()]);
    } catch (error) {
      onFault(error as Error);
      // Settings that arrived meanwhile are newer.
      this.unsaved = new Map([...taken, ...this.unsaved]);
      this.timer ??= setTimeout(() => this.save(), saveEveryMs);
    }
  }
}

const recordOf = ({ topic, key, value, headers }: EncodedMessage): Parameters<typeof decode>[1] => ({
  topic,
  partition: 0,
  offset: '0',
  timestamp: '0',
  key: key === null ? null : Buffer.from(key),
  value,
  headers: { ...headers },
});
