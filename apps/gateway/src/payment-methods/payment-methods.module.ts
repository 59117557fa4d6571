import { Module } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { Customers, CustomersModule } from '../customers';
import { OwnersModule } from '../owners';
import { SealingModule } from '../sealing';
import { loggerToken } from '../tokens';
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
  providers: [
    PaymentMethods,
    PaymentMethodLists,
    PaymentMethodMigrations,
    CardTokens,
    {
      provide: PaymentMethodUploads,
      inject: [PaymentMethodMigrations, CardTokens, Customers, loggerToken],
      useFactory: (migrations: PaymentMethodMigrations, tokens: CardTokens, customers: Customers, logger: Logger) =>
        new PaymentMethodUploads({ migrations, tokens, customers, logger }),
    },
  ],
  exports: [PaymentMethodLists],
})
export class PaymentMethodsModule {}
