export { errorText } from './error-facts';
export * from './logger';
export { metricDefinitions, processMetrics, type MetricDefinition } from './metric-definitions';
export * from './metrics';
export * from './nest-logger';
export * from './operation-line';
export * from './redact';
