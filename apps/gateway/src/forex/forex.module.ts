import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { configToken } from '../tokens';
import { CurrentRates } from './current-rates';
import { ForexController } from './http/forex.controller';

@Module({
  imports: [AuthModule],
  controllers: [ForexController],
  providers: [
    {
      provide: CurrentRates,
      inject: [configToken],
      useFactory: ({ forexRates: rates, forexRatesMaxAgeMs: maxAgeMs }: GatewayConfig) =>
        new CurrentRates({ rates, maxAgeMs }),
    },
  ],
})
export class ForexModule {}
