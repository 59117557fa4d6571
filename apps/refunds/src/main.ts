import 'reflect-metadata';
import { infrastructureChecks, runService } from '@payorch/platform/service';
import { readRefundsConfig } from './config';
import { RefundsModule } from './refunds.module';

runService('refunds', readRefundsConfig, (config, logger) => ({
  module: RefundsModule.with(config, logger),
  strategies: RefundsModule.strategies,
  checks: infrastructureChecks,
}));
