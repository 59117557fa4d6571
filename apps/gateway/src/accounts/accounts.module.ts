import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { CardsModule } from '../cards';
import { ConfigsModule } from '../configs';
import { OrganizationsModule } from '../organizations';
import { SettingsModule } from '../settings';
import { ChangeSettings } from './change-settings';
import { CloseAccount } from './close-account';
import { ConnectorAccounts } from './connector-accounts';
import { ConnectorSecretsSealer } from './connector-secrets';
import { ConnectorAccountsController } from './http/connector-accounts.controller';
import { MerchantAccountsController } from './http/merchant-accounts.controller';
import { ProfileAcquirersController } from './http/profile-acquirers.controller';
import { ProfileListsController } from './http/profile-lists.controller';
import { ProfilesController } from './http/profiles.controller';
import { InlineCredentials } from './inline-credentials';
import { KvFlags } from './kv-flags';
import { MerchantAccounts } from './merchant-accounts';
import { ConnectorAccountRepository } from './persistence/connector-account.repository';
import { InlineCredentialsRepository } from './persistence/inline-credentials.repository';
import { MerchantAccountRepository } from './persistence/merchant-account.repository';
import { MerchantRulesRepository } from './persistence/merchant-rules.repository';
import { ProfileRepository } from './persistence/profile.repository';
import { RoutingSettingsRepository } from './persistence/routing-settings.repository';
import { ProfileAcquirers } from './profile-acquirers';
import { Profiles } from './profiles';
import { RoutingSettingsStore } from './routing-settings-store';
import { WebhookEndpointChanges } from './webhook-endpoints';

const shared = [
  ChangeSettings,
  ConnectorAccounts,
  Profiles,
  MerchantAccountRepository,
  ProfileRepository,
  ConnectorAccountRepository,
  InlineCredentials,
  InlineCredentialsRepository,
  MerchantRulesRepository,
  ConnectorSecretsSealer,
  RoutingSettingsRepository,
  RoutingSettingsStore,
  WebhookEndpointChanges,
];

@Module({
  imports: [AuthModule, OrganizationsModule, SettingsModule, CardsModule, ConfigsModule],
  controllers: [
    MerchantAccountsController,
    ProfilesController,
    ProfileListsController,
    ProfileAcquirersController,
    ConnectorAccountsController,
  ],
  providers: [...shared, MerchantAccounts, CloseAccount, KvFlags, ProfileAcquirers],
  exports: shared,
})
export class AccountsModule {}
