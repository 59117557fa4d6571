import { nameOf, refundObject } from '@payorch/contracts';
import {
  aContext,
  after,
  aRefund,
  aRefundRequest,
  receiveOutcome,
  later,
  merchantId,
  noRule,
  now,
  one,
  outcomes,
  paymentId,
  profileId,
  refundId,
  usd,
} from '../../test/builders';
import { requestRefund } from '../domain/decide/request-refund';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { versionMessages } from './version-messages';
import { snapshotOf } from './snapshot';

const written = {
  reason: 'Jane Doe sent it back',
  metadata: { email: 'jane@shop.test' },
  splitRefunds: { to: 'Jane' },
};
const asked = after(requestRefund(undefined, aRefundRequest(written), aContext()));
const declined = after(receiveOutcome(asked, outcomes.declined), asked, later(1));

const told = (before: PaymentRefunds | undefined, then: PaymentRefunds, hasEndpoint = true) =>
  versionMessages(before && one(before), snapshotOf(then, one(then), noRule), hasEndpoint);
const namesOf = (messages: ReturnType<typeof told>): string[] => messages.map(({ message }) => nameOf(message));

describe('what is told of a new version of a refund', () => {
  it.each([
    ['made', undefined, aRefund.pending(), ['refund.created.v1']],
    ['asked about', aRefund.pending(), aRefund.pending(), ['refund.updated.v1']],
    ['given back', aRefund.pending(), aRefund.success(), ['refund.succeeded.v1', 'webhook.requested.v1']],
    ['refused', aRefund.pending(), aRefund.failure(), ['refund.failed.v1', 'webhook.requested.v1']],
    ['looked at by a person', aRefund.pending(), aRefund.manual_review(), ['refund.under_review.v1']],
  ])('one that is %s: an event, and the whole refund to whom it concerns', (_, before, then, [event, ...webhook]) => {
    expect(namesOf(told(before, then))).toEqual([event, 'refund.snapshot.v1', ...webhook]);
    expect(namesOf(told(before, then, false))).toEqual([event, 'refund.snapshot.v1']);
  });

  it('tells everybody ids, status, sum, processor and times, and nothing that anybody wrote', () => {
    const [event, snapshot] = told(asked, declined);
    expect(event!.data).toEqual({
      merchantId,
      profileId,
      paymentId,
      attemptId: 'pay_1_1',
      refundId,
      version: 2,
      occurredAt: later(1).toISOString(),
      createdAt: now.toISOString(),
      status: 'failed',
      money: usd(10_000n),
      connector: 'stripe_test',
      merchantConnectorId: 'mca_1',
      connectorRefundId: 're_1',
      errorCode: 'closed',
    });
    expect(snapshot!.data).toMatchObject({ ...written, error: outcomes.declined.error });
  });

  it('freezes the wire object into the webhook', () => {
    const [, , webhook] = told(asked, declined);
    expect(webhook!.data).toMatchObject({
      object: refundObject(snapshotOf(declined, one(declined), noRule)),
      sequence: 2,
    });
  });
});
