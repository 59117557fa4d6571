import 'reflect-metadata';
import { bootService } from '@payorch/platform/http';
import { assertAllHandled } from '@payorch/platform/kafka';
import { RotationTransport } from '@payorch/platform/rewrap';
import { createLogger } from '@payorch/platform/telemetry';
import { readGatewayConfig } from './config';
import { configureGateway } from './configure-gateway';
import { withoutClosingSlash } from './configs';
import { GatewayModule } from './gateway.module';
import { InfrastructureModule } from './infrastructure.module';
import { CurrentRates } from './forex';
import { followForexRates } from './forex-rates';
import { followKeys } from './keys';
import { OwnerClient } from './owners';
import { PaymentMethodUploads } from './payment-methods';
import { serverOptions } from './server';

/** Draining ends after 25 s: by then every caller that waits for a processor must have a response. */
const stopWaitingAfterMs = 18_000;

async function main(): Promise<void> {
  const config = readGatewayConfig(process.env);
  const logger = createLogger({ service: 'gateway', level: config.logLevel });
  const { app } = await bootService({
    module: GatewayModule.with(config, logger),
    port: config.httpPort,
    host: config.host,
    // The port is public: without a metrics token only the operator's key reads the metrics.
    metricsFor: { token: config.metricsToken, apiKey: config.adminApiKey },
    spans: { service: 'gateway', endpoint: config.otlpEndpoint },
    watchdog: { service: 'gateway', timeoutMs: config.watchdogTimeoutMs },
    logger,
    fastify: { ...serverOptions, trustProxy: [...config.trustedProxies], rewriteUrl: withoutClosingSlash },
    configure: (service) => {
      configureGateway(service, config, logger);
      followKeys(service, config, logger);
      followForexRates(service.get(CurrentRates), { logger, everyMs: config.keysReloadEveryMs });
    },
    strategies: (service) => [service.get(RotationTransport)],
    connected: assertAllHandled,
    checks: InfrastructureModule.checks,
    disposable: InfrastructureModule.disposable,
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
