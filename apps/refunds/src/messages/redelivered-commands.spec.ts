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
import { aRefund, merchantId, now, paymentId, refundId } from '../../test/builders';
import { replyToRedelivery } from './refunds.handlers';

const answerAgain = replyToRedelivery({ gsmRule: () => undefined });
const shared = { payments: new Map([[keyOf(merchantId, refundId), paymentId]]) };
const update = { merchantId, refundId, reason: 'again', metadata: null };
const again = (message: unknown, data: object): Incoming => ({
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

describe('a command that comes again', () => {
  it('is answered with the refund as it is now', () => {
    const told = answerAgain(aRefund.success(), again(refundUpdate, { ...update, paymentId }), shared);
    expect(told).toMatchObject({ kind: 'answer' });
  });

  it('and would be refused now, since its payment changed meanwhile, is answered with the refund that it made', () => {
    const refused = { merchantId, paymentId, refundId, code: 'wrong_payment_state', details: {} };
    const told = answerAgain(aRefund.success(), again(refundRefuse, refused), shared);
    expect(told).toMatchObject({ kind: 'answer' });
  });

  it.each([
    ['a change', refundUpdate, update],
    ['a look', refundCheck, { merchantId, refundId }],
  ])(
    'and names the refund alone (%s) is passed on again: what it became may have come too late',
    (_, message, data) => {
      const told = answerAgain(undefined, again(message, { ...data, paymentId: null }), shared);
      expect(told).toEqual({ kind: 'forward', outgoing: { message, data: { ...data, paymentId } } });
    },
  );

  it('and asked for all refunds is told behind those that it was sent', () => {
    const data = { merchantId, paymentId, shown: { caller: 'client', expandAttempts: false, expandCaptures: true } };
    const told = answerAgain(aRefund.success(), again(refundsPublishSnapshots, data), shared);
    expect(told).toEqual({ kind: 'forward', outgoing: { message: refundsSnapshotsPublished, data } });
  });

  it('and names a refund that is not there is told nothing', () => {
    const data = { ...update, paymentId: null };
    expect(answerAgain(undefined, again(refundUpdate, data), { payments: new Map() })).toBeUndefined();
  });
});
