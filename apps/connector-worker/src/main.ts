import 'reflect-metadata';
import { infrastructureChecks, runService } from '@payorch/platform/service';
import { parseConfig } from './config';
import { ConnectorWorkerModule } from './connector-worker.module';

runService('connector-worker', parseConfig, (config, logger) => ({
  module: ConnectorWorkerModule.with(config, logger),
  strategies: ConnectorWorkerModule.strategies,
  checks: infrastructureChecks,
  disposable: ConnectorWorkerModule.disposable,
}));
