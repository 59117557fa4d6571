import { createHmac } from 'node:crypto';
import { JsonDocument } from '../../validation';

export interface DigestedRequest {
  /** The path with its query. */
  readonly url: string;
  /** The caller's identity, which also selects the request's target. */
  readonly caller: readonly (string | null)[];
  readonly body: unknown;
}

/**
 * Distinguishes two requests under one key. Keyed, since a body may contain a card number, which a plain hash would
 * expose to brute force.
 */
export function digestRequest({ url, caller, body }: DigestedRequest, secret: string): Buffer {
  const text = body instanceof JsonDocument ? body.text : JSON.stringify(body ?? null);
  return createHmac('sha256', secret)
    .update(JSON.stringify(['idempotency', url, ...caller]))
    .update(text)
    .digest();
}
