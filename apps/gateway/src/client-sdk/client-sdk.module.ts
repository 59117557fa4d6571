import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { PaymentMethodListModule } from '../payment-method-list';
import { PaymentMethodsModule } from '../payment-methods';
import { ClientSdk } from './client-sdk';
import { ClientSdkController } from './http/client-sdk.controller';

@Module({
  imports: [AuthModule, PaymentMethodListModule, PaymentMethodsModule],
  controllers: [ClientSdkController],
  providers: [ClientSdk],
})
export class ClientSdkModule {}
