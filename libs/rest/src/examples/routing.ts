import type { Example } from './example';

const profile_id = '{{List Profiles.0.profile_id}}';
const profile = { profile_id };
/** By its name alone: all of the connector's accounts. */
const single = { type: 'single', data: { connector: 'stripe_test' } };
/** It leaves the choice to the default order of payouts. */
const toDefault = {
  type: 'advanced',
  data: { defaultSelection: { type: 'priority', data: [] }, rules: [], metadata: {} },
};
const account = (place: number) => ({
  connector: `{{Retrieve default fallback config.${place}.connector}}`,
  merchant_connector_id: `{{Retrieve default fallback config.${place}.merchant_connector_id}}`,
});
const order = [0, 1, 2, 3, 4].map(account);

/** The account of the examples of payouts. */
const payoutAccount = {
  connector: 'stripe_test',
  merchant_connector_id: '{{Create a Merchant Connector/for payouts.merchant_connector_id}}',
};

/** What routes the payments and payouts of the demo merchant. */
const algorithmExamples: readonly Example[] = [
  {
    operation: 'Create a routing config',
    variant: 'One connector',
    body: { name: 'Stripe', description: 'All payments at one processor', ...profile, algorithm: single },
  },
  {
    operation: 'Activate a routing config',
    needs: ['Create a routing config/One connector'],
    path: { routing_algorithm_id: '{{Create a routing config/One connector.id}}' },
  },
  { operation: 'Retrieve active config', query: profile },
  { operation: 'List routing configs for profile', query: { ...profile, limit: '10' } },
  { operation: 'Deactivate a routing config', needs: ['Activate a routing config'], body: profile },
  { operation: 'Retrieve default fallback config' },
  { operation: 'Update default fallback config', body: order },
  { operation: 'Retrieve default configs for all profiles' },
  { operation: 'Update default configs for all profiles', path: profile, body: order },
  {
    operation: 'Create a routing config for payouts',
    body: { name: 'Payouts', description: 'In the default order', ...profile, algorithm: toDefault },
  },
  { operation: 'List routing configs for payouts', query: { limit: '10' } },
  { operation: 'List routing configs for payouts for profile', query: profile },
  {
    operation: 'Activate a routing config for payouts',
    needs: ['Create a routing config for payouts'],
    path: { routing_algorithm_id: '{{Create a routing config for payouts.id}}' },
  },
  { operation: 'Retrieve active config for payouts', query: profile },
  {
    operation: 'Deactivate a routing config for payouts',
    needs: ['Activate a routing config for payouts'],
    body: profile,
  },
  { operation: 'Retrieve default fallback config for payouts' },
  { operation: 'Update default fallback config for payouts', body: [payoutAccount] },
  { operation: 'Retrieve default configs for all profiles for payouts' },
  { operation: 'Update default configs for all profiles for payouts', path: profile, body: [payoutAccount] },
];

/** Algorithms of the demo merchant, and the decision of a rule about a payment. */
export const routingExamples: readonly Example[] = [
  ...algorithmExamples,
  {
    operation: 'Create a routing config',
    body: {
      name: 'Low amounts',
      description: 'Exempts low amounts of German and French cards',
      ...profile,
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
    operation: 'Evaluate routing rules',
    body: {
      merchantId: '{{List Profiles.0.merchant_id}}',
      paymentInfo: {
        paymentId: 'order_1',
        amount: 6540,
        currency: 'USD',
        paymentType: 'ORDER_PAYMENT',
        metadata: '{"tier": "gold"}',
        paymentMethodType: 'credit',
        paymentMethod: 'card',
        cardIsin: '424242',
      },
    },
  },
  {
    operation: 'Evaluate routing rules (alternative)',
    body: {
      created_by: '{{Create a routing config/One connector.id}}',
      payment_id: 'order_1',
      parameters: {
        amount: { type: 'number', value: 6540 },
        currency: { type: 'enum_variant', value: 'USD' },
        payment_method: { type: 'enum_variant', value: 'card' },
      },
      fallback_output: [],
    },
    needs: ['Create a routing config/One connector'],
  },
  {
    operation: 'Migrate routing rules',
    query: { merchant_id: '{{List Profiles.0.merchant_id}}', ...profile, limit: '10' },
  },
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
    operation: 'Set the 3DS decision manager',
    body: {
      name: 'High amounts',
      program: {
        defaultSelection: {},
        rules: [
          {
            name: 'high amounts',
            connectorSelection: { override_3ds: 'three_ds' },
            statements: [
              {
                condition: [
                  { lhs: 'amount', comparison: 'greater_than', value: { type: 'number', value: 100000 }, metadata: {} },
                ],
              },
            ],
          },
        ],
        metadata: {},
      },
    },
  },
  { operation: 'Retrieve the 3DS decision manager' },
  // The examples of payments are those of a merchant without such rules.
  { operation: 'Delete the 3DS decision manager' },
  {
    operation: 'Set the surcharge rules',
    body: {
      name: 'Credit cards',
      merchant_surcharge_configs: { show_surcharge_breakup_screen: true },
      algorithm: {
        defaultSelection: {},
        rules: [
          {
            name: 'American Express',
            connectorSelection: {
              surcharge_details: {
                surcharge: { type: 'rate', value: { percentage: 2.75 } },
                tax_on_surcharge: { percentage: 19 },
              },
            },
            statements: [
              {
                condition: [
                  {
                    lhs: 'card_network',
                    comparison: 'equal',
                    value: { type: 'enum_variant', value: 'AmericanExpress' },
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
  { operation: 'Retrieve the surcharge rules' },
  { operation: 'Delete the surcharge rules' },
];
