import { Module } from '@nestjs/common';
import { LinkTokens } from '@payorch/contracts';
import { AccountsModule, ChangeSettings, MerchantAccountRepository } from '../accounts';
import { AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { OwnerClient, OwnersModule } from '../owners';
import { PageDomains, PageDomainsModule } from '../page-domains';
import { configToken } from '../tokens';
import { CollectLinks } from './collect-links';
import { CollectPages } from './collect-pages';
import { CollectLinksController } from './http/collect-links.controller';
import { CollectPagesController } from './http/collect-pages.controller';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule, PageDomainsModule],
  controllers: [CollectLinksController, CollectPagesController],
  providers: [
    {
      provide: CollectLinks,
      inject: [OwnerClient, ChangeSettings, MerchantAccountRepository, PageDomains, configToken],
      useFactory: (
        owner: OwnerClient,
        settings: ChangeSettings,
        accounts: MerchantAccountRepository,
        domains: PageDomains,
        { redirectSecrets, publicUrl }: GatewayConfig,
      ) => new CollectLinks({ owner, settings, accounts, domains, tokens: new LinkTokens(redirectSecrets), publicUrl }),
    },
    {
      provide: CollectPages,
      inject: [OwnerClient, PageDomains, configToken],
      useFactory: (
        owner: OwnerClient,
        domains: PageDomains,
        { redirectSecrets, keyEnvironment, publicUrl }: GatewayConfig,
      ) =>
        new CollectPages(owner, {
          tokens: new LinkTokens(redirectSecrets),
          isTestMode: keyEnvironment !== 'prd',
          publicUrl,
          domains,
        }),
    },
  ],
})
export class CollectLinksModule {}
