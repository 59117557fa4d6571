import 'reflect-metadata';
import { bootService } from '@payorch/platform/http';
import { assertAllHandled, LagWatch } from '@payorch/platform/kafka';
import { ResealJob, RewrapJob, RotationTransport } from '@payorch/platform/rewrap';
import { createLogger } from '@payorch/platform/telemetry';
import { KeyUse } from './auth';
import { BlocklistJobs, BlocklistJobSweep } from './blocklist';
import { readGatewayConfig } from './config';
import { configureGateway } from './configure-gateway';
import { withoutClosingSlash } from './configs';
import { CustomerDeletions } from './customers';
import { EphemeralKeySweep } from './ephemeral-keys';
import { GatewayModule } from './gateway.module';
import { IdempotencySweep, LeaseRenewer } from './idempotency';
import { InfrastructureModule } from './infrastructure.module';
import { CurrentRates } from './forex';
import { followForexRates } from './forex-rates';
import { DataKeyRewrap, followKeys, SettingsRewrap } from './keys';
import { OwnerClient } from './owners';
import { PageDomainChecks } from './page-domains';
import { PaymentMethodUploads } from './payment-methods';
import { RefusedWebhooks, WebhookSweep } from './processor-webhooks';
import { serverOptions } from './server';
import { SettingsRelay } from './settings';

/** Draining ends after 25 s: by then every caller that waits for a processor must have a response. */
const stopWaitingAfterMs = 18_000;

const backgroundWorkers = [
  LagWatch,
  SettingsRelay,
  WebhookSweep,
  RefusedWebhooks,
  KeyUse,
  IdempotencySweep,
  EphemeralKeySweep,
  LeaseRenewer,
  SettingsRewrap,
  DataKeyRewrap,
  RewrapJob,
  ResealJob,
  BlocklistJobs,
  BlocklistJobSweep,
  CustomerDeletions,
  PageDomainChecks,
];

async function main(): Promise<void> {
  const config = readGatewayConfig(process.env);
  const logger = createLogger({ service: 'gateway', level: config.logLevel });
  const { app } = await bootService({
    module: GatewayModule.with(config, logger),
    port: config.httpPort,
    host: config.host,
    // The port is public: without a metrics token only the operator's key reads the metrics.
    metricsFor: { token: config.metricsToken, apiKey: config.adminApiKey },
    watchdog: { service: 'gateway', timeoutMs: config.watchdogTimeoutMs },
    logger,
    fastify: { ...serverOptions, trustProxy: [...config.trustedProxies], rewriteUrl: withoutClosingSlash },
    configure: (service) => {
      configureGateway(service, config, logger);
      followKeys(service, config, logger);
      followForexRates(service.get(CurrentRates), { logger, everyMs: config.keysReloadEveryMs });
      for (const worker of backgroundWorkers) void service.get(worker).start();
    },
    strategies: (service) => [service.get(RotationTransport)],
    connected: assertAllHandled,
    checks: InfrastructureModule.checks,
    disposable: InfrastructureModule.disposable,
    closers: (service) => [
      () => service.get(RewrapJob).close(),
      () => service.get(ResealJob).close(),
      () => service.get(SettingsRewrap).close(),
      () => service.get(DataKeyRewrap).close(),
      () => service.get(BlocklistJobs).close(),
      () => service.get(BlocklistJobSweep).close(),
      () => service.get(CustomerDeletions).close(),
      () => service.get(PageDomainChecks).close(),
      () => service.get(WebhookSweep).close(),
      () => service.get(RefusedWebhooks).close(),
      () => service.get(SettingsRelay).close(),
      () => service.get(KeyUse).close(),
      () => service.get(IdempotencySweep).close(),
      () => service.get(EphemeralKeySweep).close(),
      () => service.get(LeaseRenewer).close(),
      () => InfrastructureModule.close(service),
    ],
  });
  const stopRequests = (): void => {
    app.get(PaymentMethodUploads).stop();
    app.get(OwnerClient).stopWaiting();
  };
  const stopWaiting = (): unknown => setTimeout(stopRequests, stopWaitingAfterMs).unref();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stopWaiting);
}

main().catch((error: unknown) => {
  process.stderr.write(`gateway: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
