import type { AccountRef, ConnectorAccountSettings, InlineCredentialsSettings } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import type { BoundConnector, Connector } from '@payorch/connector-kit';
import { isConnectorName, registry } from '@payorch/connectors';
import type { ConnectorName } from '@payorch/connectors';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
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
  readonly settings: Pick<
    AccountSettings,
    'account' | 'inlineCredentials' | 'idsOfAccount' | 'waitForVersion' | 'versionOf'
  >;
  readonly keys: PrivateKeys;
  readonly baseUrls: Readonly<Record<ConnectorName, string>>;
  /** The gateway's URL, as processors reach it. */
  readonly publicUrl: string;
  readonly waitMs: number;
  readonly logger: Logger;
}

const webhookDetails = z.object({
  merchant_secret: z.string().nullable().optional(),
  additional_secret: z.string().nullable().optional(),
});

/** An account and, where its id names them, the inline credentials that replace its own. */
interface NamedSettings {
  readonly account: ConnectorAccountSettings;
  readonly credentials: InlineCredentialsSettings | undefined;
}

/** Inline credentials are opened again when their account changes. */
interface OpenedFor {
  readonly settings: ConnectorAccountSettings;
  readonly opened: OpenedAccount;
}

/** The connector accounts of this worker. Opens an account once for each version of its settings. */
export class OpenedAccounts {
  /** Keyed by the settings object of the credentials: a newer version is another object, and the old entry is garbage-collected. */
  private readonly opened = new WeakMap<ConnectorAccountSettings | InlineCredentialsSettings, OpenedFor>();

  constructor(private readonly options: OpenedAccountsOptions) {}

  /** Waits until this copy of the settings has the sender's version; throws `SettingsOutdated` after `waitMs`. */
  async caughtUp(merchantId: MerchantId, version: number | undefined): Promise<void> {
    if (version === undefined) return;
    const { settings, waitMs } = this.options;
    if (!(await settings.waitForVersion(merchantId, version, waitMs))) throw new SettingsOutdated(merchantId, version);
  }

  /** All ids of the account: its own, and those with inline credentials. */
  idsOf(merchantId: MerchantId, { merchantConnectorId }: AccountRef): readonly MerchantConnectorId[] {
    return this.options.settings.idsOfAccount(merchantId, merchantConnectorId);
  }

  /** Undefined if the account does not exist, or if its credentials cannot be opened or do not fit its connector. */
  account(merchantId: MerchantId, ref: AccountRef): OpenedAccount | undefined {
    const named = this.named(merchantId, ref);
    if (!named) return undefined;
    const key = named.credentials ?? named.account;
    const known = this.opened.get(key);
    if (known && known.settings === named.account) return known.opened;
    const opened = this.open(named);
    if (opened) this.opened.set(key, { settings: named.account, opened });
    return opened;
  }

  private named(merchantId: MerchantId, { merchantConnectorId, connector }: AccountRef): NamedSettings | undefined {
    const { settings } = this.options;
    const baseId = baseAccountOf(merchantConnectorId);
    const account = settings.account(merchantId, baseId);
    if (!account || account.connector !== connector) return undefined;
    if (baseId === merchantConnectorId) return { account, credentials: undefined };
    // Never the account's own credentials in their place: another account at the processor would be charged.
    const credentials = settings.inlineCredentials(merchantId, merchantConnectorId);
    return credentials?.connector === connector ? { account, credentials } : undefined;
  }

  private open({ account, credentials }: NamedSettings): OpenedAccount | undefined {
    const { connector: name, sealedWebhookSecrets } = account;
    const { sealedCredentials, merchantConnectorId } = credentials ?? account;
    if (!isConnectorName(name)) return undefined;
    try {
      const details = this.json(credentials ?? account, sealedCredentials, purposes.credentials);
      const baseUrl = this.options.baseUrls[name];
      const metadata = credentials?.metadata ?? account.metadata;
      const webhookUrl = `${this.options.publicUrl}/webhooks/${account.merchantId}/${account.merchantConnectorId}`;
      const bound = registry[name].bind({ details, metadata, baseUrl, webhookUrl });
      if (!bound) throw new SyntaxError('the credentials do not fit the connector');
      const secrets =
        sealedWebhookSecrets === null
          ? {}
          : webhookDetails.parse(this.json(account, sealedWebhookSecrets, purposes.webhookSecrets));
      const webhookSecrets = [secrets.merchant_secret, secrets.additional_secret].filter(
        (secret) => !!secret,
      ) as string[];
      const versions = [credentials, account].flatMap((one) => (one ? [one.accountVersion] : []));
      return { connector: registry[name], bound, pin: `${versions.join('/')}@${baseUrl}`, webhookSecrets };
    } catch (error) {
      if (!(error instanceof SealError || error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
      this.options.logger.error({ error, merchantConnectorId, connector: name }, 'an account cannot be opened');
      return undefined;
    }
  }

  private json(
    { merchantId, merchantConnectorId }: Pick<ConnectorAccountSettings, 'merchantId' | 'merchantConnectorId'>,
    sealed: string,
    purpose: string,
  ): unknown {
    return JSON.parse(open(sealed, this.options.keys, { reference: merchantConnectorId, merchantId, purpose }));
  }
}
