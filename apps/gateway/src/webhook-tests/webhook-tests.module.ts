import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { LimitsModule } from '../limits';
import { OwnersModule } from '../owners';
import { WebhookTestsController } from './http/webhook-tests.controller';
import { WebhookTests } from './webhook-tests';

@Module({
  imports: [AuthModule, AccountsModule, LimitsModule, OwnersModule],
  controllers: [WebhookTestsController],
  providers: [WebhookTests],
})
export class WebhookTestsModule {}
