import type { FieldWords } from './field-words';

/** Fields of routing algorithms and 3DS decisions. */
export const routingFields: FieldWords = {
  algorithm: 'The algorithm: its type and its data.',
  transaction_type:
    'What the algorithm is for. A 3DS decision rule is for `three_ds_authentication`, also without this field.',
  algorithm_for: 'What the algorithm is for.',
  kind: 'The type of the algorithm.',
  decision_engine_routing_id: 'Always null: no other engine decides.',
  active_id: 'The id of the active algorithm. Always null: none can be activated yet.',
  records: 'The records, newest first.',
  routing_id: 'The id of the stored 3DS decision rule.',
  routing_algorithm_id: 'The id of the routing algorithm.',
  customer_device: 'The device of the customer.',
  platform: 'The platform of the device.',
  display_size: 'The size of the display, in pixels.',
  acquirer: 'The bank of the merchant.',
  fraud_rate: 'The rate of fraud at the acquirer. Rules compare it with whole numbers.',
};
