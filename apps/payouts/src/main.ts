import 'reflect-metadata';
import { infrastructureChecks, runService } from '@payorch/platform/service';
import { readPayoutsConfig } from './config';
import { PayoutsModule } from './payouts.module';

runService('payouts', readPayoutsConfig, (config, logger) => ({
  module: PayoutsModule.with(config, logger),
  strategies: PayoutsModule.strategies,
  checks: infrastructureChecks,
}));
