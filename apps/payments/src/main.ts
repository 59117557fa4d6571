import 'reflect-metadata';
import { infrastructureChecks, runService } from '@payorch/platform/service';
import { readPaymentsConfig } from './config';
import { PaymentsModule } from './payments.module';

runService('payments', readPaymentsConfig, (config, logger) => ({
  module: PaymentsModule.with(config, logger),
  strategies: PaymentsModule.strategies,
  checks: infrastructureChecks,
}));
