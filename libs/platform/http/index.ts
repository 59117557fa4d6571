export * from './account-gate';
export * from './boot-service';
export * from './circuit-breaker';
export * from './connector-http';
export * from './exchange';
export * from './health';
export { sendRequest, type SendResult } from './send-request';
export * from './slow-clients';
