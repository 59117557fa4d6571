import type { Split } from '@payorch/contracts';
import { nameOf, refundObject } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
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
import { snapshotOf } from '../queries/snapshot';

const written = {
  reason: 'Jane Doe sent it back',
  metadata: { email: 'jane@shop.test' },
  splitRefunds: { stripe_split_refund: { revert_platform_fee: true } },
};
const split: Split = {
  chargeType: 'direct',
  applicationFee: minorUnits(10n),
  connectedAccount: 'acct_jane',
  onBehalfOf: null,
};
const requested = after(requestRefund(undefined, aRefundRequest({ ...written, split }), aContext()));
const declined = after(receiveOutcome(requested, outcomes.declined), requested, later(1));

const messagesOf = (before: PaymentRefunds | undefined, then: PaymentRefunds, hasEndpoint = true) =>
  versionMessages(before && one(before), snapshotOf(then, one(then), noRule), hasEndpoint);
const namesOf = (messages: ReturnType<typeof messagesOf>): string[] => messages.map(({ message }) => nameOf(message));

describe('a new version of a refund', () => {
  it.each([
    ['created', undefined, aRefund.pending(), ['refund.created.v1']],
    ['synced', aRefund.pending(), aRefund.pending(), ['refund.updated.v1']],
    ['successful', aRefund.pending(), aRefund.success(), ['refund.succeeded.v1', 'webhook.requested.v1']],
    ['failed', aRefund.pending(), aRefund.failure(), ['refund.failed.v1', 'webhook.requested.v1']],
    ['under review', aRefund.pending(), aRefund.manual_review(), ['refund.under_review.v1']],
  ])('that is %s publishes a lifecycle event and a snapshot', (_, before, then, [event, ...webhook]) => {
    expect(namesOf(messagesOf(before, then))).toEqual([event, 'refund.snapshot.v1', ...webhook]);
    expect(namesOf(messagesOf(before, then, false))).toEqual([event, 'refund.snapshot.v1']);
  });

  it('publishes ids, status, amount, processor and times, and no text of merchant or processor', () => {
    const [event, snapshot] = messagesOf(requested, declined);
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

  it('publishes a webhook with the refund as the interface shows it', () => {
    const [, , webhook] = messagesOf(requested, declined);
    expect(webhook!.data).toMatchObject({
      object: refundObject(snapshotOf(declined, one(declined), noRule)),
      sequence: 2,
    });
  });
});
