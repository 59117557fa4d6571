import 'reflect-metadata';
import { infrastructureChecks, infrastructureClosers, runService } from '@payorch/platform/service';
import { readRefundsConfig } from './config';
import { RefundsModule } from './refunds.module';

runService('refunds', readRefundsConfig, (config, logger) => ({
  module: RefundsModule.with(config, logger),
  checks: infrastructureChecks,
  closers: infrastructureClosers,
}));
