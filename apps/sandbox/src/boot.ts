import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from '@payorch/platform/telemetry';
import { nestLogger } from '@payorch/platform/telemetry';
import type { SandboxConfig } from './config';
import { SandboxModule } from './sandbox.module';

const largestBodyBytes = 65_536;

/** The whole app, listening. `close` ends it after the calls in flight. */
export async function bootSandbox(config: SandboxConfig, logger: Logger): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: largestBodyBytes,
    // Keep-alive sockets outlive the pauses of a caller: one closed under a request would look like a fault.
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
  });
  const app = await NestFactory.create<NestFastifyApplication>(SandboxModule.with(config, logger), adapter, {
    logger: nestLogger(logger),
    abortOnError: false,
  });
  await app.listen(config.httpPort, config.httpHost);
  logger.info({ url: await app.getUrl(), ledger: config.ledgerPath }, 'sandbox is ready');
  return app;
}
