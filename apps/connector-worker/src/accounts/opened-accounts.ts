import type { AccountRef, ConnectorAccountSettings } from '@payorch/contracts';
import type { BoundConnector, Connector } from '@payorch/connector-kit';
import { isConnectorName, registry } from '@payorch/connectors';
import type { ConnectorName } from '@payorch/connectors';
import type { MerchantId } from '@payorch/kernel';
import type { AccountSettings } from '@payorch/platform/kafka';
import type { PrivateKeys } from '@payorch/platform/sealing';
import { open, SealError } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { z } from 'zod';
import { purposes } from '../sealed/purposes';
import { SettingsOutdated } from './settings-outdated';

/** A merchant's connector account with its secrets decrypted. The secrets never leave this process. */
export interface OpenedAccount {
  readonly connector: Connector;
  readonly bound: BoundConnector;
  /** Identifies the account's settings version and the processor's base URL. */
  readonly pin: string;
  /** Newest first; several during a rotation. With an empty list no webhook verifies. */
  readonly webhookSecrets: readonly string[];
}

export interface OpenedAccountsOptions {
  readonly settings: Pick<AccountSettings, 'account' | 'waitForVersion' | 'versionOf'>;
  readonly keys: PrivateKeys;
  readonly baseUrls: Readonly<Record<ConnectorName, string>>;
  readonly waitMs: number;
  readonly logger: Logger;
}

const webhookDetails = z.object({
  merchant_secret: z.string().nullable().optional(),
  additional_secret: z.string().nullable().optional(),
});

/** The connector accounts of this worker. Opens an account once for each version of its settings. */
export class OpenedAccounts {
  /** Keyed by the settings object: a newer version is another object, and the old entry is garbage-collected. */
  private readonly opened = new WeakMap<ConnectorAccountSettings, OpenedAccount>();

  constructor(private readonly options: OpenedAccountsOptions) {}

  /** Waits until this copy of the settings has the sender's version; throws `SettingsOutdated` after `waitMs`. */
  async caughtUp(merchantId: MerchantId, version: number | undefined): Promise<void> {
    if (version === undefined) return;
    const { settings, waitMs } = this.options;
    if (!(await settings.waitForVersion(merchantId, version, waitMs))) throw new SettingsOutdated(merchantId, version);
  }

  /** Undefined if the account does not exist, or if its credentials cannot be opened or do not fit its connector. */
  account(merchantId: MerchantId, { merchantConnectorId, connector }: AccountRef): OpenedAccount | undefined {
    const settings = this.options.settings.account(merchantId, merchantConnectorId);
    if (!settings || settings.connector !== connector) return undefined;
    const known = this.opened.get(settings);
    if (known) return known;
    const opened = this.open(settings);
    if (opened) this.opened.set(settings, opened);
    return opened;
  }

  private open(settings: ConnectorAccountSettings): OpenedAccount | undefined {
    const { connector: name, sealedCredentials, sealedWebhookSecrets, metadata, merchantConnectorId } = settings;
    if (!isConnectorName(name)) return undefined;
    try {
      const details = this.json(settings, sealedCredentials, purposes.credentials);
      const baseUrl = this.options.baseUrls[name];
      const bound = registry[name].bind({ details, metadata, baseUrl });
      if (!bound) throw new SyntaxError('the credentials do not fit the connector');
      const secrets =
        sealedWebhookSecrets === null
          ? {}
          : webhookDetails.parse(this.json(settings, sealedWebhookSecrets, purposes.webhookSecrets));
      const webhookSecrets = [secrets.merchant_secret, secrets.additional_secret].filter(
        (secret) => !!secret,
      ) as string[];
      return { connector: registry[name], bound, pin: `${settings.accountVersion}@${baseUrl}`, webhookSecrets };
    } catch (error) {
      if (!(error instanceof SealError || error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
      this.options.logger.error({ error, merchantConnectorId, connector: name }, 'an account cannot be opened');
      return undefined;
    }
  }

  private json(
    { merchantId, merchantConnectorId }: ConnectorAccountSettings,
    sealed: string,
    purpose: string,
  ): unknown {
    return JSON.parse(open(sealed, this.options.keys, { reference: merchantConnectorId, merchantId, purpose }));
  }
}
