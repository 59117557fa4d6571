import type { WebhookFact, WebhookHead, WebhookReader } from '@payorch/connector-kit';
import { entryOf, isHmacSha256, jsonOf } from '@payorch/connector-kit';
import { z } from 'zod';
import { dispute, disputeFactOf } from './responses/dispute-status';
import { refundOf } from './responses/refund-status';
import { operationOf } from './responses/status';
import { payoutOf, stepOf } from './responses/payout-status';
import type { WirePayment, WirePayout, WireRefund, WireStep } from './responses/wire';
import { payment, payout, refund, step } from './responses/wire';

const toleranceMs = 5 * 60 * 1000;
const signature = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

const kindOf = {
  authorize: 'payment',
  capture: 'capture',
  void: 'void',
  extend: 'extend',
  post_capture_void: 'post_capture_void',
} as const;

const ofPayment =
  (flow: keyof typeof kindOf) =>
  (about: WirePayment): WebhookFact => {
    const { id, reference, operations } = about;
    const listed = (operations ?? []).filter(({ kind }) => kind === kindOf[flow]).map((own) => own.reference);
    return {
      flow,
      reference: id,
      operationIds: flow === 'authorize' && reference ? [reference, ...listed] : listed,
      outcomeOf: (operation) => operationOf(about, operation),
    };
  };

const ofRefund = (about: WireRefund): WebhookFact => ({
  flow: 'refund',
  reference: about.id,
  operationIds: about.reference ? [about.reference] : [],
  outcomeOf: (operation) => refundOf(about, operation),
});

const ofPayout =
  (flow: 'payout_fulfill' | 'payout_cancel') =>
  (about: WirePayout): WebhookFact => ({
    flow,
    reference: about.id,
    operationIds: about.operations.filter(({ kind }) => kind === flow).map(({ reference }) => reference),
    outcomeOf: (operation) => payoutOf(about, operation),
  });

const ofRecipientAccount = (about: WireStep): WebhookFact => ({
  flow: 'payout_recipient_account',
  reference: about.id,
  operationIds: about.reference ? [about.reference] : [],
  outcomeOf: (operation) => stepOf(about, operation),
});

/** The fact of each event type, read from its `data`. */
const facts: Readonly<Record<string, z.ZodType<WebhookFact>>> = {
  'payment.authorized': payment.transform(ofPayment('authorize')),
  'payment.succeeded': payment.transform(ofPayment('authorize')),
  'payment.failed': payment.transform(ofPayment('authorize')),
  'payment.authorization_extended': payment.transform(ofPayment('extend')),
  'payment.captured': payment.transform(ofPayment('capture')),
  'payment.capture_failed': payment.transform(ofPayment('capture')),
  'payment.voided': payment.transform(ofPayment('void')),
  'payment.cancelled_post_capture': payment.transform(ofPayment('post_capture_void')),
  'refund.succeeded': refund.transform(ofRefund),
  'refund.failed': refund.transform(ofRefund),
  'payout.initiated': payout.transform(ofPayout('payout_fulfill')),
  'payout.paid': payout.transform(ofPayout('payout_fulfill')),
  'payout.failed': payout.transform(ofPayout('payout_fulfill')),
  'payout.reversed': payout.transform(ofPayout('payout_fulfill')),
  'payout.cancelled': payout.transform(ofPayout('payout_cancel')),
  'recipient_account.active': step.transform(ofRecipientAccount),
};

const ofDisputes: ReadonlySet<string> = new Set(['dispute.opened', 'dispute.updated']);

const event = z.object({ id: z.string().min(1), type: z.string(), data: z.unknown() });

const timeIn = (seconds: string | undefined): Date | undefined =>
  seconds === undefined ? undefined : new Date(Number(seconds) * 1000);

/** The signature of a head; undefined if its form is wrong or its time is outside the tolerance. */
function timelySignature({ headers, now }: WebhookHead): { seconds: string; hex: string } | undefined {
  const [, seconds, hex] = signature.exec(headers['x-test-signature'] ?? '') ?? [];
  if (seconds === undefined || hex === undefined) return undefined;
  return Math.abs(now.getTime() - Number(seconds) * 1000) > toleranceMs ? undefined : { seconds, hex };
}

export const webhooks: WebhookReader = {
  signature: { header: 'x-test-signature', signedAt: (header) => timeIn(signature.exec(header)?.[1]) },

  mayBeGenuine: (head) => timelySignature(head) !== undefined,

  verifyWebhook({ body, secrets, ...head }) {
    const signed = timelySignature(head);
    if (!signed) return false;
    return secrets.some((secret) => secret !== '' && isHmacSha256(signed.hex, secret, `${signed.seconds}.`, body));
  },

  parseWebhook(body) {
    const read = event.safeParse(jsonOf(body.toString('utf8')));
    if (!read.success) return { kind: 'unreadable' };
    const { id: eventId, type, data } = read.data;
    if (ofDisputes.has(type)) {
      const wire = dispute.safeParse(data);
      const fact = wire.success ? disputeFactOf(wire.data) : undefined;
      return fact ? { kind: 'event', event: { eventId, facts: [], disputes: [fact] } } : { kind: 'unreadable' };
    }
    const reader = entryOf(facts, type);
    if (!reader) return { kind: 'irrelevant' };
    const fact = reader.safeParse(data);
    return fact.success ? { kind: 'event', event: { eventId, facts: [fact.data] } } : { kind: 'unreadable' };
  },
};
