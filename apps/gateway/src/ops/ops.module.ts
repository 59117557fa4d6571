import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { ReconciliationModule } from '../reconciliation';
import { OpsController } from './http/ops.controller';
import { Ops } from './ops';

@Module({
  imports: [AuthModule, OwnersModule, ReconciliationModule],
  controllers: [OpsController],
  providers: [Ops],
})
export class OpsModule {}
