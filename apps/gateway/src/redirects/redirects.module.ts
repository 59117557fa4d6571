import { Module } from '@nestjs/common';
import { AuthenticationTokens, RedirectTokens } from '@payorch/contracts';
import { AccountsModule, Profiles } from '../accounts';
import type { GatewayConfig } from '../config';
import { OwnerClient, OwnersModule } from '../owners';
import { configToken } from '../tokens';
import { AuthenticationReturns } from './authentication-returns';
import { AuthenticationReturnsController } from './http/authentication-returns.controller';
import { RedirectsController } from './http/redirects.controller';
import { Redirects } from './redirects';

@Module({
  imports: [AccountsModule, OwnersModule],
  controllers: [RedirectsController, AuthenticationReturnsController],
  providers: [
    {
      provide: Redirects,
      inject: [OwnerClient, Profiles, configToken],
      useFactory: (owner: OwnerClient, profiles: Profiles, config: GatewayConfig) =>
        new Redirects(owner, profiles, config.publicUrl, new RedirectTokens(config.redirectSecrets)),
    },
    {
      provide: AuthenticationReturns,
      inject: [OwnerClient, configToken],
      useFactory: (owner: OwnerClient, config: GatewayConfig) =>
        new AuthenticationReturns(owner, new AuthenticationTokens(config.redirectSecrets)),
    },
  ],
})
export class RedirectsModule {}
