import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { OpsController } from './http/ops.controller';
import { Ops } from './ops';

@Module({
  imports: [AuthModule, OwnersModule],
  controllers: [OpsController],
  providers: [Ops],
})
export class OpsModule {}
