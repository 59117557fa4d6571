import { createHmac } from 'node:crypto';

/** Lower hex HMAC-SHA512 of the exact body, for `X-Webhook-Signature-512`. */
export const bodySignature = (key: string, body: Buffer): string =>
  createHmac('sha512', key).update(body).digest('hex');

/**
 * Signature `v1` of Standard Webhooks, over id, time and body: the time prevents replay of an old delivery. The secret is the
 * UTF-8 bytes of the same hash key; a merchant gives a verifying library `whsec_` and the base64 of the hash key.
 */
export const timedSignature = (key: string | Buffer, id: string, seconds: number, body: Buffer): string => {
  const digest = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64');
  return `v1,${digest}`;
};
