import { createHash } from 'node:crypto';

export interface RawWebhook {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * The hash of the body. Only verified webhooks get one, and a repeated webhook has the same signed body: headers and
 * query do not count, so an attacker with one genuine webhook cannot have it stored again by changing them.
 */
export const dedupeKeyOf = ({ body }: Pick<RawWebhook, 'body'>): string =>
  createHash('sha256').update(body).digest('hex');
