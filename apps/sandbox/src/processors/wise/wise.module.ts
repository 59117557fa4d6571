import { Controller, type DynamicModule, Get, Module } from '@nestjs/common';
import { callPipeline } from '../../kit/calls/call-pipeline';
import { endpointsController } from '../../kit/calls/endpoints';
import { wiseFaultResponses } from './answers';
import type { WiseSettings } from './settings';
import { wiseSettings } from './settings';
import { endpoints, WiseCalls } from './wise.calls';
import { publicKeyPem, WiseService } from './wise.service';

/** What tests need of Wise that its own API does not provide: it publishes its keys in its documentation. */
@Controller('control/wise')
class WiseControlController {
  @Get('public_key')
  publicKey() {
    return { public_key: publicKeyPem };
  }
}

@Module({})
export class WiseModule {
  static with(settings: WiseSettings): DynamicModule {
    return {
      module: WiseModule,
      controllers: [endpointsController('wise', endpoints, WiseCalls), WiseControlController],
      providers: [
        { provide: wiseSettings, useValue: settings },
        WiseService,
        WiseCalls,
        callPipeline(wiseFaultResponses),
      ],
    };
  }
}
