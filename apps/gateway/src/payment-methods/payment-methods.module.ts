import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { SealingModule } from '../sealing';
import { CustomerPaymentMethodsController } from './http/customer-payment-methods.controller';
import { PaymentMethodsController } from './http/payment-methods.controller';
import { PaymentMethodLists } from './payment-method-lists';
import { PaymentMethods } from './payment-methods';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule, SealingModule],
  controllers: [PaymentMethodsController, CustomerPaymentMethodsController],
  providers: [PaymentMethods, PaymentMethodLists],
})
export class PaymentMethodsModule {}
