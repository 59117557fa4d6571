import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { MethodLimitsController } from './http/method-limits.controller';
import { PaymentMethodListsController } from './http/payment-method-lists.controller';
import { PaymentMethodLists } from './payment-method-lists';
import { ListingSettingsCache } from './settings-cache';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule],
  controllers: [PaymentMethodListsController, MethodLimitsController],
  providers: [PaymentMethodLists, ListingSettingsCache],
  exports: [PaymentMethodLists, ListingSettingsCache],
})
export class PaymentMethodListModule {}
