import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { CustomerMandatesController } from './http/customer-mandates.controller';
import { MandatesController } from './http/mandates.controller';
import { Mandates } from './mandates';

@Module({
  imports: [AuthModule, OwnersModule],
  controllers: [MandatesController, CustomerMandatesController],
  providers: [Mandates],
})
export class MandatesModule {}
