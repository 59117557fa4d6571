import type { Logger } from '@payorch/platform/telemetry';

export interface SpanCollector {
  readonly service: string;
  /** The address of the collector; null: there is none. */
  readonly endpoint: string | null;
}

let isExporting = false;

/** Whether this process exports spans: without a collector none is made. */
export const isTracing = (): boolean => isExporting;

/** Exports the spans of this process from now on, if there is a collector. `close` sends those that wait. */
export async function exportSpans(
  { service, endpoint }: SpanCollector,
  logger: Pick<Logger, 'warn'>,
): Promise<{ readonly close: () => Promise<void> } | undefined> {
  if (endpoint === null) return undefined;
  // Loaded only now: a process without a collector never runs it.
  const { startExport } = await import('./otlp');
  const exporting = startExport(service, endpoint, logger);
  isExporting = true;
  return exporting;
}
