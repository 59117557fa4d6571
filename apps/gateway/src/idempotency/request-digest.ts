import { createHmac } from 'node:crypto';
import { JsonDocument } from '../edge';

export interface DigestedRequest {
  /** Path and query. */
  readonly url: string;
  /** What else decides whom the request is for. */
  readonly caller: readonly (string | null)[];
  readonly body: unknown;
}

/**
 * Tells two requests under one key apart. Keyed, since a body may hold a card number, which a plain hash would give away to
 * anybody who can try them all.
 */
export function digestRequest({ url, caller, body }: DigestedRequest, secret: string): Buffer {
  const text = body instanceof JsonDocument ? body.text : JSON.stringify(body ?? null);
  return createHmac('sha256', secret)
    .update(JSON.stringify(['idempotency', url, ...caller]))
    .update(text)
    .digest();
}
