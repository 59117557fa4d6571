import { optionalHttpUrl, type Setting } from '@payorch/platform/config';

/**
 * OTEL_EXPORTER_OTLP_ENDPOINT: the collector of spans (OTLP over HTTP), without `/v1/traces`; empty: none are made. Other
 * variables of the standard, such as OTEL_EXPORTER_OTLP_HEADERS, count with it.
 */
export const otlpEndpoint = (): Setting<string | null> =>
  optionalHttpUrl('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector.internal:4318');
