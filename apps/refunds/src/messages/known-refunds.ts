import { type FindGsmRule, topics } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import { type KnownObjects, knownRows } from '@payorch/platform/snapshots';
import { refundFromRow } from '../persistence/refund.mapper';
import { RefundRow } from '../persistence/refund.rows';
import { snapshotOf } from '../queries/snapshot';
import { presentRefund } from './version-messages';

/** What this service published before its snapshot topic existed. */
export const knownRefunds = (gsmRule: FindGsmRule): readonly KnownObjects[] => [
  knownRows(RefundRow, topics.refundsPublicSnapshots.name, (row) => {
    const payment = { merchantId: row.merchant_id as MerchantId, paymentId: row.payment_id as PaymentId };
    return presentRefund(snapshotOf(payment, refundFromRow(row), gsmRule));
  }),
];
