import { createHash } from 'node:crypto';

export interface RawWebhook {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Differ each time, whoever sends: of the way here, not of the message. */
const ofTheWay =
  /^(?:accept|connection|content-length|date|host|traceparent|tracestate|user-agent|via|x-request-id)$|^(?:accept-|x-forwarded-)/;

const sorted = (fields: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * Equal for a message that is sent again as it was. Its signature is part of it: one with another signature is verified anew,
 * so that a forgery that came first cannot stand in the way of the true one.
 */
export function dedupeKeyOf({ method, headers, query, body }: RawWebhook): string {
  const own = sorted(headers).filter(([name]) => !ofTheWay.test(name));
  return createHash('sha256')
    .update(JSON.stringify([method, sorted(query), own]))
    .update('\0')
    .update(body)
    .digest('hex');
}
