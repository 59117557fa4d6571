import { Inject, Injectable } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { AccountCache, ApiKeyRepository } from '../auth';
import type { RequestTrace } from '../request';
import { ChangeSettings } from './change-settings';
import type { StoredCredentials } from './domain/connectors/inline-credentials';
import { ConnectorAccountRepository } from './persistence/connector-account.repository';
import { MerchantAccountRepository } from './persistence/merchant-account.repository';
import { InlineCredentialsRepository } from './persistence/inline-credentials.repository';
import { ProfileRepository } from './persistence/profile.repository';
import { RoutingSettingsRepository } from './persistence/routing-settings.repository';
import {
  deletedConnectorAccountMessage,
  deletedInlineCredentialsMessage,
  deletedProfileMessage,
  deletedRoutingMessage,
  merchantMessage,
} from './settings-messages';

/** Deletes a merchant account with its API keys, profiles, connector accounts and their secrets. */
@Injectable()
export class CloseAccount {
  constructor(
    @Inject(ChangeSettings) private readonly settings: Pick<ChangeSettings, 'of'>,
    @Inject(MerchantAccountRepository) private readonly accounts: MerchantAccountRepository,
    @Inject(ProfileRepository) private readonly profiles: ProfileRepository,
    @Inject(ApiKeyRepository) private readonly keys: ApiKeyRepository,
    @Inject(ConnectorAccountRepository) private readonly connectorAccounts: ConnectorAccountRepository,
    @Inject(InlineCredentialsRepository)
    private readonly inlineCredentials: Pick<InlineCredentialsRepository, 'deleteOf'>,
    @Inject(RoutingSettingsRepository) private readonly routing: Pick<RoutingSettingsRepository, 'list' | 'delete'>,
    @Inject(AccountCache) private readonly cache: Pick<AccountCache, 'forgetApiKeys'>,
  ) {}

  async close(merchantId: MerchantId, trace: RequestTrace): Promise<Refusal | undefined> {
    const { settings, accounts, profiles, keys, connectorAccounts, inlineCredentials, routing, cache } = this;
    try {
      return await settings.of<undefined>(merchantId, trace, async (sql, account) => {
        const gone = {
          profiles: await profiles.list(sql, merchantId),
          connectorAccounts: await connectorAccounts.list(sql, merchantId),
          routing: await routing.list(sql, merchantId),
        };
        for (const { profileId } of gone.profiles) await profiles.delete(sql, merchantId, profileId);
        for (const { profileId } of gone.routing) await routing.delete(sql, merchantId, profileId);
        const credentials: StoredCredentials[] = [];
        for (const { merchantConnectorId } of gone.connectorAccounts) {
          await connectorAccounts.delete(sql, merchantId, merchantConnectorId);
          credentials.push(...(await inlineCredentials.deleteOf(sql, merchantId, merchantConnectorId)));
        }
        await keys.revokeAll(sql, merchantId);
        await accounts.delete(sql, account);
        const { accountVersion } = account;
        return {
          result: undefined,
          messages: [
            ...credentials.map((one) => deletedInlineCredentialsMessage(one, accountVersion)),
            ...gone.connectorAccounts.map((one) => deletedConnectorAccountMessage(one, accountVersion)),
            ...gone.routing.map((one) => deletedRoutingMessage(one, accountVersion)),
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
