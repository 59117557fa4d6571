import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from '@payorch/platform/telemetry';

/** Of one export, and of the last one when the process ends. A collector that is away holds up no shutdown. */
const timeoutMillis = 3_000;

const nothing = (): void => undefined;

/** Spans wait in memory, a few thousand at most, and leave in batches; more are dropped. */
export function startExport(
  service: string,
  endpoint: string,
  logger: Pick<Logger, 'warn'>,
): { readonly close: () => Promise<void> } {
  const failed = (text: string): void => logger.warn({ fault: text }, 'spans could not be exported');
  diag.setLogger(
    { error: failed, warn: nothing, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: timeoutMillis })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return { close: () => provider.shutdown().catch(() => failed('the last spans')) };
}
