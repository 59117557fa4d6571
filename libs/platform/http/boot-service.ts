import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { metrics, nestLogger, type Logger } from '@payorch/platform/telemetry';
import { exportSpans, type SpanCollector } from '@payorch/platform/tracing';
import { startWatchdog, type WatchdogOptions } from '@payorch/platform/watchdog';
import type { FastifyHttpOptions } from 'fastify';
import type { Server } from 'node:http';
import { shutDownOnSignals, type ProcessLike } from './drain';
import { guardMetrics, type MetricsReaders } from './guard-metrics';
import { Health, HealthModule, type HealthChecks } from './health';
import { answerClientErrors, noteRequest } from './slow-clients';

export interface BootOptions {
  readonly module: Type | DynamicModule;
  readonly port: number;
  readonly logger: Logger;
  /** The listen address: only a service that is reachable from outside listens on another than the local address. */
  readonly host: string;
  /** The clients that may read `/metrics`; without a token and an API key, every client may. */
  readonly metricsFor?: MetricsReaders;
  /** The collector of the process's spans. */
  readonly spans?: SpanCollector;
  /** Ends the process when its event loop stops. */
  readonly watchdog?: WatchdogOptions;
  /** The transports of the service, usually providers of its module. Started after the module, each closed once. */
  readonly strategies?: (app: NestFastifyApplication) => readonly CustomTransportStrategy[];
  /** Checks the transports once they have their handlers, before they start. */
  readonly connected?: (strategies: readonly CustomTransportStrategy[]) => void;
  /** The components that readiness requires, by the name that `/health/ready` shows. */
  readonly checks?: (app: NestFastifyApplication) => HealthChecks;
  /** Components that `/health/ready` shows but readiness does not require. */
  readonly disposable?: (app: NestFastifyApplication) => HealthChecks;
  /** Installs filters, pipes and hooks before the server listens. */
  readonly configure?: (app: NestFastifyApplication) => void | Promise<void>;
  /** Overrides of the limits below. */
  readonly fastify?: FastifyHttpOptions<Server>;
  readonly drainTimeoutMs?: number;
  /** How long the server accepts connections after readiness is off, until load balancers have noticed; in ms. */
  readonly drainDelayMs?: number;
  /** Signals and exits for a test; default: this process. */
  readonly process?: ProcessLike;
}

export interface RunningService {
  readonly app: NestFastifyApplication;
  /** The listening port, also if the system chose it. */
  readonly port: number;
  /** Does what a signal does, without the exit. */
  drain(): Promise<void>;
}

/** Limits of every HTTP server (S11): slow clients and large bodies cost a connection, not the service. */
const serverLimits: FastifyHttpOptions<Server> = {
  logger: false,
  bodyLimit: 32_768,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  return503OnClosing: false,
  clientErrorHandler: answerClientErrors(),
  http: { maxHeaderSize: 16_384, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
};

/**
 * `bootService` closes transports before the module; Nest closes them again with the application, and that must have no
 * effect.
 */
function closeOnce(strategy: CustomTransportStrategy): void {
  const close = strategy.close.bind(strategy) as () => unknown;
  let closing: Promise<unknown> | undefined;
  strategy.close = () => (closing ??= Promise.resolve(close()));
}

function observeRequests(app: NestFastifyApplication, health: Health): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, _reply, done) => {
    noteRequest(request.raw);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'unmatched';
    metrics.observeHttpRequest({ method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  // While draining, each keep-alive connection ends with its pending response: no request is cut off, and no other
  // request follows.
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (health.isDraining) void reply.header('connection', 'close');
    done();
  });
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Closes connections that were idle at first but received a request before they noticed: repeats until none is
    // left.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const rootOf = (module: Type | DynamicModule, health: Health): DynamicModule => ({
  module: class ServiceRoot {},
  imports: [HealthModule.of(health), module],
});

/**
 * Starts a service: module, transports, background workers, then HTTP; ready when all of them are. A signal drains the
 * service in reverse order within 25 s: readiness off, HTTP finished, transports closed (leases and offsets released), workers
 * ended (`beforeApplicationShutdown`), connections closed (`onApplicationShutdown`), exit 0.
 */
export async function bootService(options: BootOptions): Promise<RunningService> {
  const { logger, drainTimeoutMs = 25_000, drainDelayMs = 0 } = options;
  // Before startup is complete a signal just ends the process, and so does an error.
  let drain = (): Promise<void> => Promise.resolve();
  shutDownOnSignals({
    process: options.process ?? process,
    logger,
    drain: () => drain(),
    timeoutMs: drainTimeoutMs,
  });
  const watchdog = options.watchdog && startWatchdog(options.watchdog);
  const spans = options.spans && (await exportSpans(options.spans, logger));
  const health = new Health();
  const adapter = new FastifyAdapter({ ...serverLimits, ...options.fastify } as ConstructorParameters<
    typeof FastifyAdapter
  >[0]);
  const nest = nestLogger(logger);
  const faults: unknown[] = [];
  const error = (fault: unknown, ...rest: unknown[]): void => {
    faults.push(fault);
    nest.error(fault, ...rest);
  };
  const app = await NestFactory.create<NestFastifyApplication>(rootOf(options.module, health), adapter, {
    logger: { ...nest, error },
    abortOnError: false,
  });
  observeRequests(app, health);
  guardMetrics(app.getHttpAdapter().getInstance(), options.metricsFor ?? {});
  await options.configure?.(app);
  const strategies = options.strategies?.(app) ?? [];
  for (const strategy of strategies) {
    closeOnce(strategy);
    // Guards, pipes and filters of the HTTP server are not for messages.
    app.connectMicroservice({ strategy });
  }
  options.connected?.(strategies);
  health.watch(options.checks?.(app) ?? {}, options.disposable?.(app));

  const drainAll = async (): Promise<void> => {
    health.drain();
    await pause(drainDelayMs);
    await stopListening(app.getHttpServer() as Server);
    await Promise.all(strategies.map((strategy) => strategy.close() as unknown));
    faults.length = 0;
    await app.close();
    // Nest only logs what a hook throws, and calls the other hooks.
    if (faults.length > 0) throw new AggregateError(faults, 'a part of the service did not close');
    await spans?.close();
    // Last: a drain that hangs is watched too.
    await watchdog?.stop();
  };
  let drained: Promise<void> | undefined;
  drain = () => (drained ??= drainAll());

  metrics.collectProcess();
  await app.startAllMicroservices();
  await app.listen(options.port, options.host);
  health.serve();
  const { port } = (app.getHttpServer() as Server).address() as { port: number };
  logger.info({ port }, 'listening');
  return { app, port, drain };
}
