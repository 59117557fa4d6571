import type { Example } from './example';

const profile = { account_id: 'merchant_demo', profile_id: '{{List Profiles.0.profile_id}}' };

const connectorAccount = '{{Create a Merchant Connector.merchant_connector_id}}';

/** A rule of the demo merchant, and its decision about a payment. */
export const routingExamples: readonly Example[] = [
  {
    operation: 'Create a routing config',
    body: {
      name: 'Low amounts',
      description: 'Exempts low amounts of German and French cards',
      profile_id: '{{List Profiles.0.profile_id}}',
      transaction_type: 'three_ds_authentication',
      algorithm: {
        type: 'three_ds_decision_rule',
        data: {
          defaultSelection: { decision: 'challenge_requested' },
          rules: [
            {
              name: 'low amounts',
              connectorSelection: { decision: 'three_ds_exemption_requested_low_value' },
              statements: [
                {
                  condition: [
                    { lhs: 'amount', comparison: 'less_than', value: { type: 'number', value: 3000 }, metadata: {} },
                    {
                      lhs: 'issuer_country',
                      comparison: 'equal',
                      value: { type: 'enum_variant_array', value: ['Germany', 'France'] },
                      metadata: {},
                    },
                  ],
                },
              ],
            },
          ],
          metadata: {},
        },
      },
    },
  },
  { operation: 'List routing configs', query: { limit: '10' } },
  { operation: 'Retrieve a routing config', path: { routing_algorithm_id: '{{Create a routing config.id}}' } },
  {
    operation: 'Execute 3DS Decision Rule',
    body: {
      routing_id: '{{Create a routing config.id}}',
      payment: { amount: 2999, currency: 'EUR' },
      payment_method: { card_network: 'Visa', card_discovery: 'manual' },
      customer_device: { platform: 'web', device_type: 'desktop', display_size: 'size1920x1080' },
      issuer: { name: 'Example bank', country: 'Germany' },
      acquirer: { country: 'Germany', fraud_rate: 0.1 },
    },
  },
  {
    operation: 'Create success based dynamic routing algorithm',
    path: profile,
    query: { enable: 'dynamic_connector_selection' },
    body: {
      params: ['PaymentMethod', 'Currency'],
      config: { max_aggregates_size: 10, exploration_percent: 10 },
      decision_engine_configs: {},
    },
  },
  {
    operation: 'Update success based dynamic routing configs',
    path: { ...profile, algorithm_id: '{{Create success based dynamic routing algorithm.id}}' },
    body: { config: { exploration_percent: 5 }, decision_engine_configs: {} },
  },
  { operation: 'Toggle success based dynamic routing algorithm', path: profile, query: { enable: 'none' } },
  {
    operation: 'Create elimination routing algorithm',
    path: profile,
    query: { enable: 'dynamic_connector_selection' },
    body: { elimination_analyser_config: { bucket_size: 10 }, decision_engine_configs: { threshold: 0.5 } },
  },
  {
    operation: 'Update elimination routing configs',
    path: { ...profile, algorithm_id: '{{Create elimination routing algorithm.id}}' },
    body: {
      elimination_analyser_config: { bucket_leak_interval_in_secs: 30 },
      decision_engine_configs: { threshold: 0.5 },
    },
  },
  { operation: 'Toggle elimination routing algorithm', path: profile, query: { enable: 'none' } },
  {
    operation: 'Toggle contract routing algorithm',
    path: profile,
    query: { enable: 'metrics' },
    body: { label_info: [{ label: 'stripe', target_count: 1000, target_time: 1900000000, mca_id: connectorAccount }] },
  },
  {
    operation: 'Update contract based dynamic routing configs',
    path: { ...profile, algorithm_id: '{{Toggle contract routing algorithm.id}}' },
    body: { config: { time_scale: 'month' } },
  },
  { operation: 'Set the volume split of dynamic routing', path: profile, query: { split: '50' } },
  { operation: 'Retrieve the volume split of dynamic routing', path: profile },
];
