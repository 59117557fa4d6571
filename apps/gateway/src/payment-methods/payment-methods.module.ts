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

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule, SealingModule, CustomersModule],
  controllers: [PaymentMethodMigrationsController, PaymentMethodsController, CustomerPaymentMethodsController],
  providers: [
    PaymentMethods,
    PaymentMethodLists,
    PaymentMethodMigrations,
    {
      provide: PaymentMethodUploads,
      inject: [PaymentMethodMigrations, Customers, loggerToken],
      useFactory: (migrations: PaymentMethodMigrations, customers: Customers, logger: Logger) =>
        new PaymentMethodUploads({ migrations, customers, logger }),
    },
  ],
})
export class PaymentMethodsModule {}
