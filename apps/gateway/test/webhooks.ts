import type { WebhookVerdict } from '@payorch/contracts';
import type { NoReply, Reply } from '@payorch/platform/kafka';
import { createHmac } from 'node:crypto';
import type { Head } from '../src/processor-webhooks/processor-webhooks';

/** The worker's reply to a webhook. */
export const verdict = (value: WebhookVerdict['verdict']): Reply => ({
  kind: 'response',
  body: Buffer.from(JSON.stringify({ verdict: value })),
});
export const silent: NoReply = { kind: 'no_reply' };

/** A webhook as the routes pass it on. */
export interface Sent {
  readonly head: Head;
  readonly body: Buffer;
}

let sent = 0;
/** A new event of the test processor. */
export const event = (): Buffer =>
  Buffer.from(
    JSON.stringify({
      id: `evt_${++sent}`,
      type: 'payment.succeeded',
      data: {
        id: `ch_${sent}`,
        status: 'succeeded',
        amount: 1,
        amount_received: 1,
        currency: 'USD',
        reference: 'op_1',
      },
    }),
  );
/** The processor's id of the charge that an event is about. */
export const chargeOf = (body: Buffer): string => (JSON.parse(body.toString()) as { data: { id: string } }).data.id;
export const signature = (body: Buffer, secret: string, at = Date.now()): Record<string, string> => {
  const seconds = Math.floor(at / 1_000);
  const hex = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return { 'x-test-signature': `t=${seconds},v1=${hex}` };
};
export const sentWith = (headers: Record<string, string>, body: Buffer): Sent => ({
  head: {
    method: 'POST',
    headers: { 'content-type': 'text/odd', ...headers },
    query: { a: '1' },
    address: '192.0.2.1',
    requestId: 'req',
  },
  body,
});
/** A webhook that the processor signed with this secret. */
export const genuine = (secret = 'new', body = event()): Sent => sentWith(signature(body, secret), body);
