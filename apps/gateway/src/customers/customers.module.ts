import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { EphemeralKeysModule } from '../ephemeral-keys';
import { IdempotencyModule } from '../idempotency';
import { OwnersModule } from '../owners';
import { Customers } from './customers';
import { CustomersController } from './http/customers.controller';

@Module({
  imports: [AuthModule, OwnersModule, IdempotencyModule, EphemeralKeysModule],
  controllers: [CustomersController],
  providers: [Customers],
})
export class CustomersModule {}
