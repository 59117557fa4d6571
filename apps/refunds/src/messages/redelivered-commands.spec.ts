import type { MessageDefinition } from '@payorch/contracts';
import {
  refundCheck,
  refundRefuse,
  refundsPublishSnapshots,
  refundsSnapshotsPublished,
  refundUpdate,
} from '@payorch/contracts';
import { keyOf } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import { aRefund, merchantId, now, paymentId, refundId, rules } from '../../test/builders';
import { RefundDecisions } from './refund-decisions';

const { replyToRedelivery: reply } = new RefundDecisions({
  settings: { profile: () => undefined },
  gsmRule: () => undefined,
  rules,
});
const shared = { payments: new Map([[keyOf(merchantId, refundId), paymentId]]) };
const update = { merchantId, refundId, reason: 'again', metadata: null };
const redelivered = (message: unknown, data: object): Incoming => ({
  message: message as MessageDefinition,
  data,
  key: null,
  context: {
    messageId: 'msg_1',
    correlationId: 'c',
    traceparent: '',
    occurredAt: now,
    replyTo: { topic: 'gateway.replies.0', correlationId: 'r1' },
  },
  origin: { topic: 'refunds.commands', partition: 0, offset: '0' },
});

describe('a redelivered command', () => {
  it('gets the current refund as its reply', () => {
    const result = reply(aRefund.success(), redelivered(refundUpdate, { ...update, paymentId }), shared);
    expect(result).toMatchObject({ kind: 'response' });
  });

  it('that its changed payment would now refuse gets the refund that the first delivery created', () => {
    const refused = { merchantId, paymentId, refundId, code: 'wrong_payment_state', details: {} };
    const result = reply(aRefund.success(), redelivered(refundRefuse, refused), shared);
    expect(result).toMatchObject({ kind: 'response' });
  });

  it.each([
    ['an update', refundUpdate, update],
    ['a check', refundCheck, { merchantId, refundId }],
  ])(
    'that names only the refund (%s) is forwarded again, since the first forward may have expired',
    (_, message, data) => {
      const result = reply(undefined, redelivered(message, { ...data, paymentId: null }), shared);
      expect(result).toEqual({ kind: 'forward', outgoing: { message, data: { ...data, paymentId } } });
    },
  );

  it('to publish snapshots gets refunds.snapshots_published again', () => {
    const data = { merchantId, paymentId, shown: { caller: 'client', expandAttempts: false, expandCaptures: true } };
    const result = reply(aRefund.success(), redelivered(refundsPublishSnapshots, data), shared);
    expect(result).toEqual({ kind: 'forward', outgoing: { message: refundsSnapshotsPublished, data } });
  });

  it('for an unknown refund gets no reply', () => {
    const data = { ...update, paymentId: null };
    expect(reply(undefined, redelivered(refundUpdate, data), { payments: new Map() })).toBeUndefined();
  });
});
