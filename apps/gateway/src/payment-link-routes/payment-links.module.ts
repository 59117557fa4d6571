import { Module } from '@nestjs/common';
import { LinkTokens } from '@payorch/contracts';
import { AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { OwnerClient, OwnersModule } from '../owners';
import { configToken } from '../tokens';
import { LinkPagesController } from './http/link-pages.controller';
import { PaymentLinksController } from './http/payment-links.controller';
import { LinkPages } from './link-pages';
import { PaymentLinks } from './payment-links';

@Module({
  imports: [AuthModule, OwnersModule],
  controllers: [PaymentLinksController, LinkPagesController],
  providers: [
    PaymentLinks,
    {
      provide: LinkPages,
      inject: [OwnerClient, configToken],
      useFactory: (owner: OwnerClient, { redirectSecrets, keyEnvironment }: GatewayConfig) =>
        new LinkPages(owner, { tokens: new LinkTokens(redirectSecrets), isTestMode: keyEnvironment !== 'prd' }),
    },
  ],
})
export class PaymentLinksModule {}
