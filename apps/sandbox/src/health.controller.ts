import { Controller, Get, Header } from '@nestjs/common';
import { metrics } from '@payorch/platform/telemetry';

/** It listens only after the ledger was read back, so to be reached is to be ready. */
@Controller()
export class HealthController {
  @Get(['health', 'health/live', 'health/ready'])
  @Header('content-type', 'text/plain; charset=utf-8')
  health(): string {
    return 'health is good';
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async metrics(): Promise<string> {
    return (await metrics.render()).text;
  }
}
