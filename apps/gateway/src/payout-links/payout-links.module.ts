import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { LimitsModule } from '../limits';
import { OwnersModule } from '../owners';
import { PageDomainsModule } from '../page-domains';
import { PaymentMethodListModule } from '../payment-method-list';
import { PayoutsModule } from '../payouts';
import { PayoutPagesController } from './http/payout-pages.controller';
import { PayoutPages } from './payout-pages';

@Module({
  imports: [AuthModule, LimitsModule, OwnersModule, PageDomainsModule, PaymentMethodListModule, PayoutsModule],
  controllers: [PayoutPagesController],
  providers: [PayoutPages],
})
export class PayoutLinksModule {}
