import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { followedSettings, infrastructure } from '@payorch/platform/service';
import type { Logger } from '@payorch/platform/telemetry';
import type { PayoutsConfig } from './config';
import { database } from './persistence/database';

/** All wiring of the app: its schema and account settings in memory. */
@Module({})
export class PayoutsModule {
  static with(config: PayoutsConfig, logger: Logger): DynamicModule {
    const shared = infrastructure({ name: 'payouts', database: { ...database, poolSize: 2 }, config, logger });
    return { module: PayoutsModule, providers: [...shared, ...followedSettings(logger)] };
  }
}
