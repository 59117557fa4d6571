export { changeAndView, changeWithResponse, type ViewedChange } from './change-with-response';
export { serveIdempotencyKeys } from './http/serve-idempotency-keys';
export { IdempotencySweep } from './idempotency-sweep';
export { IdempotencyModule } from './idempotency.module';
export { responsePlace } from './idempotency';
export { ResponseRedaction } from './response-redaction';
export { LeaseRenewer } from './lease-renewer';
export { IdempotencyKeyRow } from './persistence/idempotency-key.rows';
