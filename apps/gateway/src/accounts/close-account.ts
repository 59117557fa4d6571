import type { MerchantId } from '@payorch/kernel';
import type { AccountCache } from '../auth/account-cache';
import type { ApiKeyRepository } from '../auth/persistence/api-key.repository';
import type { ConnectorAccountRepository } from './persistence/connector-account.repository';
import type { MerchantAccountRepository } from './persistence/merchant-account.repository';
import type { ProfileRepository } from './persistence/profile.repository';
import type { RequestTrace } from '../request/request-trace';
import type { ChangeSettings } from './change-settings';
import { deletedConnectorAccountMessage, deletedProfileMessage, merchantMessage } from './settings-messages';

export interface CloseAccountParts {
  readonly settings: Pick<ChangeSettings, 'of'>;
  readonly accounts: MerchantAccountRepository;
  readonly profiles: ProfileRepository;
  readonly keys: ApiKeyRepository;
  readonly connectorAccounts: ConnectorAccountRepository;
  readonly cache: Pick<AccountCache, 'forgetApiKeys'>;
}

/** Deletes a merchant account with its API keys, profiles, connector accounts and their secrets. */
export class CloseAccount {
  constructor(private readonly parts: CloseAccountParts) {}

  async close(merchantId: MerchantId, trace: RequestTrace): Promise<void> {
    const { settings, accounts, profiles, keys, connectorAccounts, cache } = this.parts;
    try {
      await settings.of(merchantId, trace, async (sql, account) => {
        const gone = {
          profiles: await profiles.list(sql, merchantId),
          connectorAccounts: await connectorAccounts.list(sql, merchantId),
        };
        for (const { profileId } of gone.profiles) await profiles.delete(sql, merchantId, profileId);
        for (const { merchantConnectorId } of gone.connectorAccounts) {
          await connectorAccounts.delete(sql, merchantId, merchantConnectorId);
        }
        await keys.revokeAll(sql, merchantId);
        await accounts.delete(sql, account);
        const { accountVersion } = account;
        return {
          result: undefined,
          messages: [
            ...gone.connectorAccounts.map((one) => deletedConnectorAccountMessage(one, accountVersion)),
            ...gone.profiles.map((one) => deletedProfileMessage(one, accountVersion)),
            merchantMessage(account, true),
          ],
        };
      });
    } finally {
      cache.forgetApiKeys();
    }
  }
}
