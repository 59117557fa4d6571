import { Module } from '@nestjs/common';
import { RedirectTokens } from '@payorch/contracts';
import { AccountsModule, Profiles } from '../accounts';
import type { GatewayConfig } from '../config';
import { OwnerClient, OwnersModule } from '../owners';
import { configToken } from '../tokens';
import { RedirectsController } from './http/redirects.controller';
import { Redirects } from './redirects';

@Module({
  imports: [AccountsModule, OwnersModule],
  controllers: [RedirectsController],
  providers: [
    {
      provide: Redirects,
      inject: [OwnerClient, Profiles, configToken],
      useFactory: (owner: OwnerClient, profiles: Profiles, config: GatewayConfig) =>
        new Redirects(owner, profiles, config.publicUrl, new RedirectTokens(config.redirectSecrets)),
    },
  ],
})
export class RedirectsModule {}
