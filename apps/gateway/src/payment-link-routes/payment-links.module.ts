import { Module } from '@nestjs/common';
import { LinkTokens } from '@payorch/contracts';
import { AccountCache, AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { Limits, LimitsModule } from '../limits';
import { OwnerClient, OwnersModule } from '../owners';
import { PageDomains, PageDomainsModule } from '../page-domains';
import { PaymentMethodListModule, PaymentMethodLists } from '../payment-method-list';
import { PaymentMethodLists as SavedMethodLists, PaymentMethodsModule } from '../payment-methods';
import { PaymentReads, Payments, PaymentsModule, SessionTokens } from '../payments';
import { configToken } from '../tokens';
import { LinkPagesController } from './http/link-pages.controller';
import { PaymentLinksController } from './http/payment-links.controller';
import { PageAnswers } from './link-answers';
import { LinkPages } from './link-pages';
import { PaymentLinks } from './payment-links';
import { PlainPages } from './plain-pages';

@Module({
  imports: [
    AuthModule,
    OwnersModule,
    PaymentsModule,
    PaymentMethodListModule,
    PaymentMethodsModule,
    LimitsModule,
    PageDomainsModule,
  ],
  controllers: [PaymentLinksController, LinkPagesController],
  providers: [
    PaymentLinks,
    {
      provide: PageAnswers,
      inject: [AccountCache, Limits, PaymentMethodLists, SavedMethodLists, PaymentReads, SessionTokens],
      useFactory: (
        accounts: AccountCache,
        limits: Limits,
        lists: PaymentMethodLists,
        saved: SavedMethodLists,
        reads: PaymentReads,
        sessions: SessionTokens,
      ) => new PageAnswers({ accounts, limits, lists, saved, reads, sessions }),
    },
    {
      provide: LinkPages,
      inject: [OwnerClient, configToken, PageAnswers, PageDomains],
      useFactory: (
        owner: OwnerClient,
        { redirectSecrets, keyEnvironment, publicUrl }: GatewayConfig,
        answers: PageAnswers,
        domains: PageDomains,
      ) =>
        new LinkPages(owner, {
          tokens: new LinkTokens(redirectSecrets),
          isTestMode: keyEnvironment !== 'prd',
          publicUrl,
          answers,
          domains,
        }),
    },
    {
      provide: PlainPages,
      inject: [LinkPages, AccountCache, PaymentMethodLists, Payments, PaymentReads, Limits],
      useFactory: (
        pages: LinkPages,
        accounts: AccountCache,
        lists: PaymentMethodLists,
        payments: Payments,
        reads: PaymentReads,
        limits: Limits,
      ) => new PlainPages({ pages, accounts, lists, payments, reads, limits }),
    },
  ],
})
export class PaymentLinksModule {}
