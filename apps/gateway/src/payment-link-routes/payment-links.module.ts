import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { LimitsModule } from '../limits';
import { OwnersModule } from '../owners';
import { PageDomainsModule } from '../page-domains';
import { PaymentMethodListModule } from '../payment-method-list';
import { PaymentMethodsModule } from '../payment-methods';
import { PaymentsModule } from '../payments';
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
  providers: [PaymentLinks, PageAnswers, LinkPages, PlainPages],
})
export class PaymentLinksModule {}
