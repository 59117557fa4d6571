import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { callPipeline } from '../../kit/calls/call-pipeline';
import { endpointsController } from '../../kit/calls/endpoints';
import { AdyenControlController } from './control.controller';
import { endpoints } from './endpoints';
import { faultResponses } from './errors';
import type { AdyenSettings } from './settings';
import { adyenSettings } from './settings';
import { TransferCalls } from './transfer-calls';
import { TransferMemory, TransferService } from './transfer.service';

@Module({})
export class AdyenplatformModule {
  static with(settings: AdyenSettings): DynamicModule {
    return {
      module: AdyenplatformModule,
      controllers: [endpointsController('btl/v4', endpoints, TransferCalls), AdyenControlController],
      providers: [
        { provide: adyenSettings, useValue: settings },
        TransferMemory,
        TransferService,
        TransferCalls,
        callPipeline(faultResponses),
      ],
    };
  }
}
