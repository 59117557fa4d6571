import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { WebhookEndpointsController } from './http/webhook-endpoints.controller';
import { WebhookEndpoints } from './webhook-endpoints';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule],
  controllers: [WebhookEndpointsController],
  providers: [WebhookEndpoints],
})
export class WebhookEndpointsModule {}
