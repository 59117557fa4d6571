import type { FieldWords } from './field-words';

/** Fields of routing algorithms and 3DS decisions. */
export const routingFields: FieldWords = {
  algorithm: 'The algorithm: its type and its data.',
  transaction_type:
    'What the algorithm is for. Without this field a 3DS decision rule is for `three_ds_authentication`, and every other algorithm for `payment`, below `/routing/payouts` for `payout`.',
  algorithm_for: 'What the algorithm is for.',
  kind: 'The type of the algorithm.',
  decision_engine_routing_id: 'Always null: no other engine decides.',
  active_id: 'The id of the active algorithm; null: none is active.',
  records: 'The records, newest first.',
  routing_id: 'The id of the stored 3DS decision rule.',
  routing_algorithm_id: 'The id of the routing algorithm.',
  customer_device: 'The device of the customer.',
  platform: 'The platform of the device.',
  display_size: 'The size of the display, in pixels.',
  acquirer: 'The bank of the merchant.',
  fraud_rate: 'The rate of fraud at the acquirer. Rules compare it with whole numbers.',
};
