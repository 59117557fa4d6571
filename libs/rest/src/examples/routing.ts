import type { Example } from './example';

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
