import { topics } from '@payorch/contracts';
import { keyOf, type MerchantId, type PaymentId } from '@payorch/kernel';
import type { MerchantSeals } from '@payorch/platform/sealing';
import { type KnownObjects, knownRows } from '@payorch/platform/snapshots';
import { presentDispute } from '../disputes/messages/dispute-events';
import { disputeFromRow } from '../disputes/persistence/dispute.mapper';
import { DisputeRow } from '../disputes/persistence/dispute.rows';
import { presentMandate } from '../mandates/messages/mandate-events';
import { mandateFromRow } from '../mandates/persistence/mandate.mapper';
import { MandateRow } from '../mandates/persistence/mandate.rows';
import { presentPayment } from '../payments/messages/lifecycle-events';
import { paymentFromRow } from '../payments/persistence/payment/payment.mapper';
import { PaymentRepository } from '../payments/persistence/payment/payment.repository';
import { presentRelay } from '../relays/messages/relay-events';
import { relayFromRow } from '../relays/persistence/relay.mapper';
import { RelayRow } from '../relays/persistence/relay.rows';

/** A payment is more than its locked row: its attempts and captures change with it alone. */
const payments = (seals: MerchantSeals, repository = new PaymentRepository(seals)): KnownObjects => ({
  snapshots: topics.paymentsSnapshots.name,
  table: 'intents',
  id: 'payment_id',
  columns: 'merchant_id, payment_id',
  eventsOf: async (sql, rows) => {
    const keys = rows.map((row) => keyOf(row['merchant_id'] as MerchantId, row['payment_id'] as PaymentId));
    const stored = await repository.rows(sql, keys);
    return keys.map((key) => () => presentPayment(paymentFromRow(seals, stored.get(key)!)));
  },
});

/**
 * What this service published before its snapshot topics existed. Customers and payment methods are not among it: all of them
 * are on their lifecycle topics, which began with them.
 */
export const knownObjects = (seals: MerchantSeals): readonly KnownObjects[] => [
  payments(seals),
  knownRows(DisputeRow, topics.disputesSnapshots.name, (row) => presentDispute(disputeFromRow(row))),
  knownRows(MandateRow, topics.mandatesSnapshots.name, (row) => presentMandate(mandateFromRow(seals, row))),
  knownRows(RelayRow, topics.relaysSnapshots.name, (row) => presentRelay(relayFromRow(row))),
];
