export { errorText } from './error-facts';
export * from './logger';
export * from './metrics';
export * from './nest-logger';
export * from './operation-line';
export * from './redact';
