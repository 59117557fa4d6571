import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { metrics, nestLogger, type Logger } from '@payorch/platform/telemetry';
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
  /** The address to listen on: only who is to be reached from outside takes another than this machine's own. */
  readonly host: string;
  /** Who may read `/metrics`; everybody, where neither is set. */
  readonly metricsFor?: MetricsReaders;
  /** Ends the process when its event loop stops. */
  readonly watchdog?: WatchdogOptions;
  /** The transports this service listens on, usually providers of its module. Each is started after the module, closed once. */
  readonly strategies?: (app: NestFastifyApplication) => readonly CustomTransportStrategy[];
  /** What readiness depends on, by the name that `/health/ready` shows. */
  readonly checks?: (app: NestFastifyApplication) => HealthChecks;
  /** What `/health/ready` shows as well, but readiness does not depend on. */
  readonly disposable?: (app: NestFastifyApplication) => HealthChecks;
  /** Filters, pipes, hooks: before anything listens. */
  readonly configure?: (app: NestFastifyApplication) => void | Promise<void>;
  /** Closed last and in this order, after HTTP, transports and module: producers, then Redis, then the database. */
  readonly closers?: (app: NestFastifyApplication) => readonly (() => Promise<unknown>)[];
  /** What differs from the limits below. */
  readonly fastify?: FastifyHttpOptions<Server>;
  readonly drainTimeoutMs?: number;
  /** How long after readiness went off connections are still taken, until load balancers have noticed. */
  readonly drainDelayMs?: number;
  /** The signals and exits of a test; this process otherwise. */
  readonly process?: ProcessLike;
}

export interface RunningService {
  readonly app: NestFastifyApplication;
  /** Where it listens: the port may have been chosen by the system. */
  readonly port: number;
  /** What a signal does, without the exit. */
  drain(): Promise<void>;
}

/** Limits of every HTTP server here (S11): slow clients and large bodies cost a connection, not the service. */
const serverLimits: FastifyHttpOptions<Server> = {
  logger: false,
  bodyLimit: 32_768,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  return503OnClosing: false,
  clientErrorHandler: answerClientErrors(),
  http: { maxHeaderSize: 16_384, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
};

/** Transports are closed by us, before the module; Nest closes them again with the application, which must change nothing. */
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
  // While draining each kept-alive connection ends with the answer that it waits for: no request is cut, none follows.
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (health.isDraining) void reply.header('connection', 'close');
    done();
  });
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Connections that were idle at first but were used before they heard of it: looked at again until none is left.
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
 * Starts a service: module, transports, then HTTP; ready when all of them are. A signal drains it in the other direction
 * within 25 s: readiness off, HTTP finished, transports closed (leases and offsets given back), module, database, exit 0.
 */
export async function bootService(options: BootOptions): Promise<RunningService> {
  const { logger, drainTimeoutMs = 25_000, drainDelayMs = 0 } = options;
  // A signal before there is anything to give back just ends the process; so does whatever fails on the way up.
  let drain = (): Promise<void> => Promise.resolve();
  shutDownOnSignals({
    process: options.process ?? process,
    logger,
    drain: () => drain(),
    timeoutMs: drainTimeoutMs,
  });
  if (options.watchdog) startWatchdog(options.watchdog);
  const health = new Health();
  const adapter = new FastifyAdapter({ ...serverLimits, ...options.fastify } as ConstructorParameters<
    typeof FastifyAdapter
  >[0]);
  const app = await NestFactory.create<NestFastifyApplication>(rootOf(options.module, health), adapter, {
    logger: nestLogger(logger),
    abortOnError: false,
  });
  observeRequests(app, health);
  guardMetrics(app.getHttpAdapter().getInstance(), options.metricsFor ?? {});
  await options.configure?.(app);
  const strategies = options.strategies?.(app) ?? [];
  for (const strategy of strategies) {
    closeOnce(strategy);
    app.connectMicroservice({ strategy }, { inheritAppConfig: true });
  }
  health.watch(options.checks?.(app) ?? {}, options.disposable?.(app));
  const closers = options.closers?.(app) ?? [];

  const drainAll = async (): Promise<void> => {
    health.drain();
    await pause(drainDelayMs);
    await stopListening(app.getHttpServer() as Server);
    await Promise.all(strategies.map((strategy) => strategy.close() as unknown));
    await app.close();
    for (const close of closers) await close();
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
