import { createHmac } from 'node:crypto';

/** Lower hex HMAC-SHA512 of the exact body, as `X-Webhook-Signature-512` carries it. */
export const bodySignature = (key: string, body: Buffer): string =>
  createHmac('sha512', key).update(body).digest('hex');

/**
 * Standard Webhooks, `v1`: over id, time and body, so that an old delivery cannot be replayed. The key is the UTF-8 bytes
 * of the same hash key: a merchant gives a verifying library `whsec_` and its base64.
 */
export const timedSignature = (key: string | Buffer, id: string, seconds: number, body: Buffer): string => {
  const digest = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64');
  return `v1,${digest}`;
};
