import type { Example } from './example';

const profile = { account_id: 'merchant_demo', profile_id: '{{List Profiles.0.profile_id}}' };
const connectorAccount = '{{Create a Merchant Connector.merchant_connector_id}}';

/** The demo merchant sets up each feature of dynamic routing and switches it off again. */
export const dynamicRoutingExamples: readonly Example[] = [
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
  {
    operation: 'Evaluate routing rules',
    variant: 'With dynamic routing',
    body: {
      merchantId: 'merchant_demo',
      paymentInfo: {
        paymentId: 'order_2',
        amount: 6540,
        currency: 'USD',
        paymentType: 'ORDER_PAYMENT',
        metadata: '',
        paymentMethodType: 'credit',
        paymentMethod: 'card',
        cardIsin: '424242',
      },
      rankingAlgorithm: 'SR_BASED_ROUTING',
    },
  },
  {
    operation: 'Update gateway scores',
    needs: ['Evaluate routing rules/With dynamic routing'],
    body: {
      merchantId: 'merchant_demo',
      paymentId: 'order_2',
      status: 'CHARGED',
      gateway: '{{Evaluate routing rules/With dynamic routing.decided_gateway}}',
    },
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
