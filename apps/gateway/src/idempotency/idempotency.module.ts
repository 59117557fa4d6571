import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { Idempotency } from './idempotency';
import { IdempotencySweep } from './idempotency-sweep';
import { LeaseRenewer } from './lease-renewer';
import { ResponseRedaction } from './response-redaction';
import { ResponseSeals } from './response-seals';
import { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';

@Module({
  imports: [AuthModule],
  providers: [IdempotencyKeyRepository, ResponseSeals, LeaseRenewer, Idempotency, ResponseRedaction, IdempotencySweep],
  exports: [ResponseRedaction],
})
export class IdempotencyModule {}
