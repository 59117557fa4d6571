import { Module } from '@nestjs/common';
import { callPipeline } from '../../kit/calls/call-pipeline';
import { faultResponses } from './answers';
import { PaymentSessionController } from './payment-session.controller';

@Module({ controllers: [PaymentSessionController], providers: [callPipeline(faultResponses)] })
export class ApplePayModule {}
