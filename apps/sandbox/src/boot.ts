import 'reflect-metadata';
import type { RunningService } from '@payorch/platform/http';
import { bootService } from '@payorch/platform/http';
import type { Logger } from '@payorch/platform/telemetry';
import type { SandboxConfig } from './config';
import { readMultipart } from './kit/params/multipart';
import { Listener } from './kit/control/listener';
import { Connections } from './kit/calls/connections';
import { SandboxModule } from './sandbox.module';
import type { SandboxSettings } from './kit/settings';
import { sandboxSettings } from './kit/settings';

/** The process that ends the service on a signal; tests pass their own. */
type ProcessLike = NonNullable<Parameters<typeof bootService>[0]['process']>;

/** Starts the whole app. Hanging connections and a closed listener are released before the drain waits for them. */
export async function bootSandbox(
  config: SandboxConfig,
  logger: Logger,
  host: ProcessLike = process,
): Promise<RunningService> {
  const service = await bootService({
    module: SandboxModule.with(config, logger),
    port: config.httpPort,
    host: config.host,
    fastify: { bodyLimit: 8 * 1_048_576 },
    configure: readMultipart,
    watchdog: { service: 'sandbox', timeoutMs: config.watchdogTimeoutMs },
    logger,
    process: host,
  });
  if (config.publicUrl === null) {
    service.app.get<SandboxSettings>(sandboxSettings).publicUrl = `http://127.0.0.1:${service.port}`;
  }
  const release = (): void => {
    service.app.get(Listener).cancel();
    service.app.get(Connections).closeHung();
  };
  host.on('SIGTERM', release);
  host.on('SIGINT', release);
  const drain = (): Promise<void> => {
    release();
    return service.drain();
  };
  return { ...service, drain };
}
