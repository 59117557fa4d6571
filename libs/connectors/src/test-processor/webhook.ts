import type { SyncOperation, WebhookReader } from '@payorch/connector-kit';
import { isHmacSha256, jsonOf } from '@payorch/connector-kit';
import { z } from 'zod';
import { operationOf } from './status';
import { payment } from './wire';

const toleranceMs = 5 * 60 * 1000;
const signature = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** Which of our operations an event is about. */
const flowOf: Readonly<Record<string, SyncOperation['flow']>> = {
  'payment.authorized': 'authorize',
  'payment.succeeded': 'authorize',
  'payment.failed': 'authorize',
  'payment.captured': 'capture',
  'payment.voided': 'void',
};
const kindOf = { authorize: 'payment', capture: 'capture', void: 'void' } as const;

const event = z.object({ id: z.string().min(1), type: z.string(), data: z.unknown() });

export const webhooks: WebhookReader = {
  verifyWebhook({ headers, body, secrets, now }) {
    const [, seconds, hex] = signature.exec(headers['x-test-signature'] ?? '') ?? [];
    if (seconds === undefined || hex === undefined) return false;
    if (Math.abs(now.getTime() - Number(seconds) * 1000) > toleranceMs) return false;
    return secrets.some((secret) => secret !== '' && isHmacSha256(hex, secret, `${seconds}.`, body));
  },

  parseWebhook(body) {
    const read = event.safeParse(jsonOf(body.toString('utf8')));
    if (!read.success) return { kind: 'unreadable' };
    const flow = Object.hasOwn(flowOf, read.data.type) ? flowOf[read.data.type] : undefined;
    if (!flow) return { kind: 'irrelevant' };
    const about = payment.safeParse(read.data.data);
    if (!about.success) return { kind: 'unreadable' };
    const { id, reference, operations } = about.data;
    const listed = (operations ?? []).filter(({ kind }) => kind === kindOf[flow]).map((own) => own.reference);
    return {
      kind: 'event',
      event: {
        eventId: read.data.id,
        reference: id,
        operationIds: flow === 'authorize' && reference ? [reference, ...listed] : listed,
        flow,
        outcomeOf: (operation) => operationOf(about.data, operation),
      },
    };
  },
};
