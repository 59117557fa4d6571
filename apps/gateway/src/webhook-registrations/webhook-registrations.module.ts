import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { LimitsModule } from '../limits';
import { OwnersModule } from '../owners';
import { WebhookRegistrationsController } from './http/webhook-registrations.controller';
import { WebhookRegistrations } from './webhook-registrations';

@Module({
  imports: [AuthModule, AccountsModule, LimitsModule, OwnersModule],
  controllers: [WebhookRegistrationsController],
  providers: [WebhookRegistrations],
})
export class WebhookRegistrationsModule {}
