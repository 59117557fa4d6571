import 'reflect-metadata';
import { BatchTransport } from '@payorch/platform/kafka';
import { infrastructureChecks, runService } from '@payorch/platform/service';
import { readRoutingConfig } from './config';
import { RoutingModule } from './routing.module';

runService('routing', readRoutingConfig, (config, logger) => ({
  module: RoutingModule.with(config, logger),
  strategies: (app) => [app.get(BatchTransport)],
  checks: infrastructureChecks,
  closers: RoutingModule.closers,
}));
