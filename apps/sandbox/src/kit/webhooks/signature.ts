import { createHmac } from 'node:crypto';

/** `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<body>`, so that an old body cannot be sent with a new time. */
export function signWebhook(body: string, secret: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000);
  const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${hex}`;
}
