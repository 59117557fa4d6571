import { Module } from '@nestjs/common';
import { callPipeline } from '../../kit/calls/call-pipeline';
import { faultResponses } from './answers';
import { ApplePayController } from './apple-pay.controller';

@Module({ controllers: [ApplePayController], providers: [callPipeline(faultResponses)] })
export class ApplePayModule {}
