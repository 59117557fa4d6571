import type { DataOf, FindGsmRule, Outgoing, refundsPublishSnapshots } from '@payorch/contracts';
import { outgoing, refundSnapshot, refundsSnapshotsPublished } from '@payorch/contracts';
import type { Step } from '@payorch/platform/shell';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { snapshotOf } from '../queries/snapshot';

type Command = DataOf<typeof refundsPublishSnapshots>;

export const snapshotsPublished = ({ merchantId, paymentId, shown }: Command): Outgoing =>
  outgoing(refundsSnapshotsPublished, { merchantId, paymentId, shown });

/** Changes no state. Each refund gets its own message: one message for all might exceed the broker's size limit. */
export const publishSnapshots = (
  refunds: PaymentRefunds | undefined,
  command: Command,
  gsmRule: FindGsmRule,
): Step<PaymentRefunds> => ({
  messages: refunds
    ? refunds.refunds.map((refund) => outgoing(refundSnapshot, snapshotOf(refunds, refund, gsmRule)))
    : [],
  forwards: [snapshotsPublished(command)],
});
