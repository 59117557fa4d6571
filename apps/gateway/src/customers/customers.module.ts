import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { EphemeralKeysModule } from '../ephemeral-keys';
import { IdempotencyModule } from '../idempotency';
import { OwnersModule } from '../owners';
import { CustomerDeletions } from './customer-deletions';
import { Customers } from './customers';
import { CustomersController } from './http/customers.controller';
import { CustomerDeletionRepository } from './persistence/customer-deletion.repository';

@Module({
  imports: [AuthModule, OwnersModule, IdempotencyModule, EphemeralKeysModule],
  controllers: [CustomersController],
  providers: [Customers, CustomerDeletionRepository, CustomerDeletions],
  exports: [Customers],
})
export class CustomersModule {}
