import type { DataOf, FindGsmRule, Outgoing, refundsPublishSnapshots } from '@payorch/contracts';
import { outgoing, refundSnapshot, refundsSnapshotsPublished } from '@payorch/contracts';
import type { Step } from '@payorch/platform/shell';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { snapshotOf } from './snapshot';

type Asked = DataOf<typeof refundsPublishSnapshots>;

export const toldOf = ({ merchantId, paymentId, shown }: Asked): Outgoing =>
  outgoing(refundsSnapshotsPublished, { merchantId, paymentId, shown });

/** Nothing changes by it. A message for each refund: one that held them all might be larger than the broker takes. */
export const tellRefunds = (
  refunds: PaymentRefunds | undefined,
  asked: Asked,
  gsmRule: FindGsmRule,
): Step<PaymentRefunds> => ({
  messages: refunds
    ? refunds.refunds.map((refund) => outgoing(refundSnapshot, snapshotOf(refunds, refund, gsmRule)))
    : [],
  forwards: [toldOf(asked)],
});
