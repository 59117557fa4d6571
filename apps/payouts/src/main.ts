import 'reflect-metadata';
import { infrastructureChecks, infrastructureClosers, runService } from '@payorch/platform/service';
import { readPayoutsConfig } from './config';
import { PayoutsModule } from './payouts.module';

runService('payouts', readPayoutsConfig, (config, logger) => ({
  module: PayoutsModule.with(config, logger),
  checks: infrastructureChecks,
  closers: infrastructureClosers,
}));
