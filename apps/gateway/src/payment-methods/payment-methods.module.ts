import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { CustomersModule } from '../customers';
import { OwnersModule } from '../owners';
import { SealingModule } from '../sealing';
import { CustomerPaymentMethodsController } from './http/customer-payment-methods.controller';
import { PaymentMethodsController } from './http/payment-methods.controller';
import { PaymentMethodMigrationsController } from './migrate/http/payment-method-migrations.controller';
import { PaymentMethodMigrations } from './migrate/payment-method-migrations';
import { PaymentMethodUploads } from './migrate/payment-method-uploads';
import { PaymentMethodLists } from './payment-method-lists';
import { PaymentMethods } from './payment-methods';
import { CardTokens } from './tokenize/card-tokens';
import { CardTokensController } from './tokenize/http/card-tokens.controller';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule, SealingModule, CustomersModule],
  controllers: [
    PaymentMethodMigrationsController,
    CardTokensController,
    PaymentMethodsController,
    CustomerPaymentMethodsController,
  ],
  providers: [PaymentMethods, PaymentMethodLists, PaymentMethodMigrations, CardTokens, PaymentMethodUploads],
  exports: [PaymentMethodLists],
})
export class PaymentMethodsModule {}
