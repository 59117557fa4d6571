import 'reflect-metadata';
import { infrastructureChecks, runService } from '@payorch/platform/service';
import { readRoutingConfig } from './config';
import { RoutingModule } from './routing.module';

runService('routing', readRoutingConfig, (config, logger) => ({
  module: RoutingModule.with(config, logger),
  strategies: RoutingModule.strategies,
  checks: infrastructureChecks,
}));
