import { aRefund, idOf, merchantId, noRule, one, paymentId } from '../../test/builders';
import { withRefund } from '../domain/payment-refunds';
import { snapshotOf } from './snapshot';
import { publishSnapshots } from './publish-snapshots';

const asked = {
  merchantId,
  paymentId,
  shown: { caller: 'merchant', expandAttempts: false, expandCaptures: false },
} as const;
const typesOf = (
  list: readonly { message: { type: string; keyOf(data: unknown): string | null }; data: unknown }[] = [],
) => list.map(({ message, data }) => [message.type, message.keyOf(data)]);
const key = `${merchantId}/${paymentId}`;

describe('asked to tell of the refunds of a payment', () => {
  it('tells of each as it is now, then says so to whoever waits, all under the payment', () => {
    const first = aRefund.success();
    const refunds = withRefund(first, { ...one(aRefund.failure()), id: idOf('ref_2') });
    const { messages, forwards, state } = publishSnapshots(refunds, asked, noRule);
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
    expect([forwards![0]!.data, state]).toEqual([asked, undefined]);
  });

  it('says of a payment that has none that it has told', () =>
    expect(publishSnapshots(undefined, asked, noRule)).toMatchObject({ messages: [], forwards: [{ data: asked }] }));
});
