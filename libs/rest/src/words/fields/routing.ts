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
  program: 'The rules: the first one that holds decides, and without one `defaultSelection`.',
  override_3ds:
    'The authentication type of a payment whose request names none. Null or absent: the rule decides nothing.',
  merchant_surcharge_configs: 'How the checkout shows surcharges.',
  enable:
    'What the scores do: `dynamic_connector_selection` orders accounts, `metrics` only keeps and shows scores, `none` switches off.',
  algorithm_id: 'The id of the present algorithm.',
  label_info: 'The contracts, at most one for each connector account of the profile.',
  target_count: 'The number of approved payments that the account is to take.',
  target_time: 'Until when, in Unix seconds. A contract with another time begins at 0.',
  mca_id: 'The id of the connector account.',
  constants:
    'How much the share of missing payments weighs, then how much the nearness of the end does: each from 0 to 1.',
  time_scale: 'The unit in which the time that is left counts.',
  params: 'The values of a payment by which scores are kept apart.',
  min_aggregates_size: 'How many full blocks an account needs before its rate counts.',
  default_success_rate: 'The rate of an account that has fewer blocks, in percent.',
  max_aggregates_size: 'How many full blocks the rate is counted from, at most 1,000.',
  current_block_threshold: 'When a block is full.',
  duration_in_mins: 'The minutes after which a block is full; null: only its number of payments counts.',
  max_total_count: 'The number of payments with which a block is full.',
  specificity_level: 'Whether the rates are of this profile alone, or shared by all merchants.',
  exploration_percent: 'The share of payments, in percent, that may try an account other than the best one.',
  shuffle_on_tie_during_exploitation: 'Whether accounts with equal rates take turns at random.',
  elimination_analyser_config: 'The bucket of failures.',
  bucket_size: 'How many failures fill the bucket.',
  bucket_leak_interval_in_secs: 'The seconds in which one failure leaks.',
  decision_engine_configs: 'Terms of another engine. They have no effect.',
  split: 'The share of payments, in percent, that scores route.',
};
