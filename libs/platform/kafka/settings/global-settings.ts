import type { ConfigSettings, GsmKey, GsmRuleSettings } from '@payorch/contracts';
import { configSettings, gsmRuleSettings } from '@payorch/contracts';
import type { Incoming } from '../messages/envelope';

const globalTypes: readonly string[] = [gsmRuleSettings.type, configSettings.type];

/** Whether a message of `accounts.config` belongs to no merchant. */
export const isGlobalSetting = ({ message }: Pick<Incoming, 'message'>): boolean => globalTypes.includes(message.type);

const placeOf = ({ connector, flow, subFlow, code, message }: GsmKey): string =>
  JSON.stringify([connector, flow, subFlow, code, message]);

/** Settings of the operators for all merchants: rules for processors' errors, and config values. */
export class GlobalSettings {
  private readonly gsmRules = new Map<string, GsmRuleSettings>();
  private readonly configs = new Map<string, ConfigSettings>();

  /** Deleted settings stay in the map as deleted: a late duplicate must not restore them. */
  apply({ message, data }: Pick<Incoming, 'message' | 'data'>): void {
    if (message.type === gsmRuleSettings.type) {
      const rule = data as GsmRuleSettings;
      putNewer(this.gsmRules, placeOf(rule), rule);
    } else {
      const config = data as ConfigSettings;
      putNewer(this.configs, config.key, config);
    }
  }

  gsmRule(key: GsmKey): GsmRuleSettings | undefined {
    const rule = this.gsmRules.get(placeOf(key));
    return rule?.deleted ? undefined : rule;
  }

  config(key: string): string | undefined {
    const config = this.configs.get(key);
    return config?.deleted ? undefined : config?.value;
  }

  /** The last change of a key, also its deletion; undefined: it was never set. */
  lastChange(key: string): ConfigSettings | undefined {
    return this.configs.get(key);
  }
}

function putNewer<V extends { readonly version: number }>(into: Map<string, V>, key: string, value: V): void {
  if ((into.get(key)?.version ?? 0) <= value.version) into.set(key, value);
}
