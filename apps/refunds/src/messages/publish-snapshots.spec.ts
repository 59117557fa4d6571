import { aRefund, idOf, merchantId, noRule, one, paymentId } from '../../test/builders';
import { withRefund } from '../domain/payment-refunds';
import { snapshotOf } from '../queries/snapshot';
import { publishSnapshots } from './publish-snapshots';

const command = {
  merchantId,
  paymentId,
  shown: { caller: 'merchant', expandAttempts: false, expandCaptures: false },
} as const;
const typesOf = (
  list: readonly { message: { type: string; keyOf(data: unknown): string | null }; data: unknown }[] = [],
) => list.map(({ message, data }) => [message.type, message.keyOf(data)]);
const key = `${merchantId}/${paymentId}`;

describe('refunds.publish_snapshots', () => {
  it('publishes a snapshot of each refund, then refunds.snapshots_published, all under the key of the payment', () => {
    const first = aRefund.success();
    const refunds = withRefund(first, { ...one(aRefund.failure()), id: idOf('ref_2') });
    const { messages, forwards, state } = publishSnapshots(refunds, command, noRule);
    expect([typesOf(messages), typesOf(forwards)]).toEqual([
      [
        ['refund.snapshot', key],
        ['refund.snapshot', key],
      ],
      [['refunds.snapshots_published', key]],
    ]);
    expect(messages!.map(({ data }) => data)).toEqual(
      refunds.refunds.map((refund) => snapshotOf(refunds, refund, noRule)),
    );
    expect([forwards![0]!.data, state]).toEqual([command, undefined]);
  });

  it('publishes only refunds.snapshots_published for a payment without refunds', () =>
    expect(publishSnapshots(undefined, command, noRule)).toMatchObject({
      messages: [],
      forwards: [{ data: command }],
    }));
});
