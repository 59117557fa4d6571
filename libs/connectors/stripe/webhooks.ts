import type { MandateFact, WebhookFact, WebhookHead, WebhookReader, WebhookReading } from '@payorch/connector-kit';
import { entryOf, isHmacSha256, jsonOf } from '@payorch/connector-kit';
import { z } from 'zod';
import { disputeFactOf } from './responses/dispute-status';
import { dispute } from './responses/dispute-wire';
import { eventTypes } from './event-types';
import { accountsIn, cancelledBy, createdBy, payoutOf, recipientAccountOf } from './responses/payout-status';
import type { Payout, Recipient, Transfer } from './responses/payout-wire';
import { payout, recipient, transfer } from './responses/payout-wire';
import { refundOf } from './responses/refund-status';
import { setupOf } from './responses/setup-status';
import { operationOf } from './responses/status';
import { lacksWhatIsStored } from './responses/saved-references';
import { idsOfParts, isCapturedInParts } from './responses/several-captures';
import type { AnyIntent, PaymentIntent, WireRefund } from './responses/wire';
import { anyIntent, refund } from './responses/wire';

/** The tolerance of Stripe's own clients between signing and arrival (docs.stripe.com/webhooks#replay-attacks). */
const toleranceMs = 300_000;

interface Signature {
  readonly at: string;
  /** One for each live secret at Stripe. */
  readonly hexes: readonly string[];
}

/** No account has more live secrets; without a limit each signature would cost a digest of the body. */
const mostHexes = 4;

/** Parses `t=1793527200,v1=…,v1=…,v0=…`; ignores schemes other than v1. */
function signatureOf(header: string | undefined): Signature | undefined {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2));
  const valuesOf = (scheme: string) => parts.flatMap(([name, value]) => (name === scheme && value ? [value] : []));
  const [at] = valuesOf('t');
  const hexes = valuesOf('v1').filter((hex) => /^[0-9a-f]{64}$/i.test(hex));
  return at && /^\d{1,12}$/.test(at) ? { at, hexes: hexes.slice(0, mostHexes) } : undefined;
}

const event = z.object({
  id: z.string().min(1),
  type: z.string(),
  created: z.int().min(0).max(253_402_300_799).nullish().catch(null),
  /** The connected account, whose event it is. */
  account: z.string().optional().catch(undefined),
  data: z.object({ object: z.unknown() }),
});
const subject = z.union([anyIntent, refund, payout, transfer, recipient]);
const mandate = z.object({ object: z.literal('mandate'), payment_method: z.string().min(1), status: z.string() });
const detached = z.object({ object: z.literal('payment_method'), id: z.string().min(1), customer: z.null() });

/** Stripe's `pending` says nothing yet. An inactive mandate was revoked, used up or has expired: Stripe charges it no more. */
const mandateStatuses: Readonly<Record<string, MandateFact['status']>> = { active: 'active', inactive: 'revoked' };

/** A detached payment method is never charged again, which is how mandates for cards are revoked at Stripe. */
const aboutMandate = z.union([
  mandate.transform(({ payment_method: reference, status }): MandateFact[] => {
    const known = entryOf(mandateStatuses, status);
    return known ? [{ reference, status: known }] : [];
  }),
  detached.transform(({ id }): MandateFact[] => [{ reference: id, status: 'revoked' }]),
]);
const isAboutMandate = (type: string): boolean => type === 'mandate.updated' || type === 'payment_method.detached';

const named = (id: string | null | undefined): string[] => (id ? [id] : []);

/** The facts of a payment event. The payment's metadata names the operations that captured or incremented the payment. */
function factsOfPayment(payment: PaymentIntent): WebhookFact[] {
  const { id: reference, metadata, status } = payment;
  const authorization: WebhookFact = {
    flow: 'authorize',
    reference,
    operationIds: named(metadata?.['operation_id']),
    outcomeOf: (operation) => operationOf(payment, operation),
  };
  if (isCapturedInParts(payment)) {
    const captures: WebhookFact = { ...authorization, flow: 'capture', operationIds: idsOfParts(payment) };
    return status === 'canceled'
      ? [captures, { ...authorization, flow: 'void', operationIds: [] }, authorization]
      : [captures];
  }
  if (status === 'canceled') {
    return [{ ...authorization, flow: 'void', operationIds: [] }, authorization];
  }
  if (status === 'succeeded' && payment.capture_method === 'manual') {
    const operationIds = named(metadata?.['capture_id']);
    return [{ ...authorization, flow: 'capture', operationIds }];
  }
  const incrementIds = named(metadata?.['increment_id']);
  return status === 'requires_capture' && incrementIds.length > 0
    ? [{ ...authorization, flow: 'increment', operationIds: incrementIds }]
    : [authorization];
}

/** The facts about a recipient: of each bank account and card that an operation of ours added. */
const factsOfRecipient = (about: Recipient): WebhookFact[] =>
  accountsIn(about).map(([reference, operationId]) => ({
    flow: 'payout_recipient_account',
    reference,
    operationIds: [operationId],
    outcomeOf: (operation) => recipientAccountOf(about, operation),
  }));

/** The operations that reversed a transfer. */
const reversalsOf = ({ reversals }: Transfer): string[] =>
  (reversals?.data ?? []).flatMap((reversal) => named(reversal.metadata?.['operation_id']));

type Subject = AnyIntent | WireRefund | Payout | Transfer | Recipient;

function factsOf(about: Subject): WebhookFact[] {
  if (about.object === 'account') return factsOfRecipient(about);
  const { id: reference } = about;
  const operationIds = named(about.metadata?.['operation_id']);
  switch (about.object) {
    case 'payment_intent':
      return factsOfPayment(about);
    case 'setup_intent':
      return [
        {
          flow: 'authorize',
          reference: about.id,
          operationIds,
          outcomeOf: (operation) => (operation.flow === 'authorize' ? setupOf(about, operation) : { kind: 'absent' }),
        },
      ];
    case 'refund':
      return [
        { flow: 'refund', reference: about.id, operationIds, outcomeOf: (operation) => refundOf(about, operation) },
      ];
    case 'payout':
      // A negative one takes money back from a bank: the payout that it reverses says so itself.
      if (about.amount < 0) return [];
      return [
        { flow: 'payout_fulfill', reference, operationIds, outcomeOf: (operation) => payoutOf(about, operation) },
      ];
    case 'transfer':
      return about.reversed
        ? [{ flow: 'payout_cancel', reference, operationIds: reversalsOf(about), outcomeOf: () => cancelledBy(about) }]
        : [{ flow: 'payout_create', reference, operationIds, outcomeOf: (operation) => createdBy(about, operation) }];
  }
}

/** The signature of a head; undefined if its form is wrong or its time is outside the tolerance. */
function timelySignature({ headers, now }: WebhookHead): Signature | undefined {
  const signature = signatureOf(headers['stripe-signature']);
  if (!signature || signature.hexes.length === 0) return undefined;
  return Math.abs(now.getTime() - Number(signature.at) * 1000) > toleranceMs ? undefined : signature;
}

export const webhooks: WebhookReader = {
  signature: {
    header: 'stripe-signature',
    signedAt: (header) => {
      const signature = signatureOf(header);
      return signature && new Date(Number(signature.at) * 1000);
    },
  },

  mayBeGenuine: (head) => timelySignature(head) !== undefined,

  verifyWebhook({ body, secrets, ...head }) {
    const signature = timelySignature(head);
    if (!signature) return false;
    const { at, hexes } = signature;
    return secrets.some((secret) => secret !== '' && hexes.some((hex) => isHmacSha256(hex, secret, `${at}.`, body)));
  },

  parseWebhook(body): WebhookReading {
    const read = event.safeParse(jsonOf(body.toString('utf8')));
    if (!read.success) return { kind: 'unreadable' };
    if (!eventTypes.has(read.data.type)) return { kind: 'irrelevant' };
    if (isAboutMandate(read.data.type)) {
      const mandates = aboutMandate.safeParse(read.data.data.object);
      if (!mandates.success) return { kind: 'unreadable' };
      return { kind: 'event', event: { eventId: read.data.id, facts: [], mandates: mandates.data } };
    }
    if (read.data.type.startsWith('charge.dispute.')) {
      const wire = dispute.safeParse(read.data.data.object);
      const fact = wire.success ? disputeFactOf(wire.data, read.data.created ?? null) : undefined;
      if (!fact) return { kind: 'unreadable' };
      const { id: eventId, account: connectedAccount } = read.data;
      const about = { ...fact.dispute, ...(connectedAccount !== undefined && { connectedAccount }) };
      return { kind: 'event', event: { eventId, facts: [], disputes: [{ ...fact, dispute: about }] } };
    }
    const about = subject.safeParse(read.data.data.object);
    if (!about.success) return { kind: 'unreadable' };
    const { data } = about;
    // A sync brings the missing data: after the customer's return, or by the sync schedule.
    const isIntent = data.object === 'payment_intent' || data.object === 'setup_intent';
    const facts = isIntent && lacksWhatIsStored(data) ? [] : factsOf(data);
    return { kind: 'event', event: { eventId: read.data.id, facts } };
  },
};
