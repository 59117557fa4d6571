import type { MerchantConnectorId } from '@payorch/kernel';
import { Currency } from '@payorch/rest';
import { filterOptions } from './filter-options';

const account = (connectorName: string, id: string, types: readonly string[], connectorType = 'payment_processor') => ({
  connectorName,
  connectorType,
  merchantConnectorId: id as MerchantConnectorId,
  connectorLabel: `${connectorName}_default`,
  details: {
    payment_methods_enabled: [
      { payment_method: 'card', payment_method_types: types.map((type) => ({ payment_method_type: type })) },
    ],
  },
});

it('the options contain the values of the accounts without duplicates', () => {
  const accounts = [
    account('stripe_test', 'mca_1', ['credit', 'debit']),
    account('stripe_test', 'mca_2', ['debit']),
    account('adyen_test', 'mca_3', []),
    account('wise', 'mca_4', ['prepaid'], 'payout_processor'),
  ];
  const options = filterOptions(accounts as never) as { readonly connector: object };
  expect(Object.keys(options.connector)).toEqual(['stripe_test', 'adyen_test']);
  expect(options).toMatchObject({
    connector: {
      stripe_test: [
        { connector_label: 'stripe_test_default', merchant_connector_id: 'mca_1', connector_type: 'payment_processor' },
        { connector_label: 'stripe_test_default', merchant_connector_id: 'mca_2', connector_type: 'payment_processor' },
      ],
      adyen_test: [
        { connector_label: 'adyen_test_default', merchant_connector_id: 'mca_3', connector_type: 'payment_processor' },
      ],
    },
    payment_method: { card: ['credit', 'debit'] },
    currency: Currency,
    authentication_type: ['three_ds', 'no_three_ds'],
    card_discovery: ['manual', 'saved_card', 'click_to_pay'],
  });
});
