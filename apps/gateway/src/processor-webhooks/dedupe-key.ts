import { createHash } from 'node:crypto';

export interface RawWebhook {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Equal for equal bytes of a body. Only verified webhooks have one, and what is signed says the same however often it is
 * sent: headers and query do not count, so nobody who has one genuine webhook can have it stored again by adding to them.
 */
export const dedupeKeyOf = ({ body }: Pick<RawWebhook, 'body'>): string =>
  createHash('sha256').update(body).digest('hex');
