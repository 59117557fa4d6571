export { changeAndView, changeWithResponse, type ViewedChange } from './change-with-response';
export { serveIdempotencyKeys } from './http/serve-idempotency-keys';
export { IdempotencyModule } from './idempotency.module';
export { ResponseRedaction } from './response-redaction';
export { resealedResponses, responsePlace } from './response-seals';
export { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';
export { IdempotencyKeyRow } from './persistence/idempotency-key.rows';
