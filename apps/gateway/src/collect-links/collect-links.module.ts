import { Module } from '@nestjs/common';
import { LinkTokens } from '@payorch/contracts';
import { AccountsModule, ChangeSettings, MerchantAccountRepository } from '../accounts';
import { AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { OwnerClient, OwnersModule } from '../owners';
import { configToken } from '../tokens';
import { CollectLinks } from './collect-links';
import { CollectPages } from './collect-pages';
import { CollectLinksController } from './http/collect-links.controller';
import { CollectPagesController } from './http/collect-pages.controller';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule],
  controllers: [CollectLinksController, CollectPagesController],
  providers: [
    {
      provide: CollectLinks,
      inject: [OwnerClient, ChangeSettings, MerchantAccountRepository, configToken],
      useFactory: (
        owner: OwnerClient,
        settings: ChangeSettings,
        accounts: MerchantAccountRepository,
        { redirectSecrets, publicUrl }: GatewayConfig,
      ) => new CollectLinks({ owner, settings, accounts, tokens: new LinkTokens(redirectSecrets), publicUrl }),
    },
    {
      provide: CollectPages,
      inject: [OwnerClient, configToken],
      useFactory: (owner: OwnerClient, { redirectSecrets, keyEnvironment, publicUrl }: GatewayConfig) =>
        new CollectPages(owner, {
          tokens: new LinkTokens(redirectSecrets),
          isTestMode: keyEnvironment !== 'prd',
          publicUrl,
        }),
    },
  ],
})
export class CollectLinksModule {}
