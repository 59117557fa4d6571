/**
 * The event types that the connector reads, and that a registered endpoint receives. Other events carry no further information
 * about our operations: the content of `charge.captured` and `charge.refunded` also comes with the events of the payment and the
 * refund.
 */
const byObject: Readonly<Record<string, readonly string[]>> = {
  payment_intent: [
    'succeeded',
    'payment_failed',
    'canceled',
    'processing',
    'requires_action',
    'amount_capturable_updated',
    'partially_funded',
  ],
  setup_intent: ['succeeded', 'setup_failed', 'requires_action', 'canceled'],
  refund: ['created', 'updated', 'failed'],
  'charge.refund': ['updated'],
  'charge.dispute': ['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'],
  payout: ['created', 'updated', 'paid', 'failed', 'canceled'],
  transfer: ['created', 'reversed'],
  account: ['updated'],
  mandate: ['updated'],
  payment_method: ['detached'],
};

export const eventTypes: ReadonlySet<string> = new Set(
  Object.entries(byObject).flatMap(([object, changes]) => changes.map((change) => `${object}.${change}`)),
);
