import { paymentFields } from '@payorch/contracts';
import { z } from 'zod';
import type { PaymentRequest } from '../payment-request';
import { toPaymentFields } from './to-payment-fields';

const fieldsOf = (sent: object) => {
  const fields = toPaymentFields(sent as PaymentRequest, {});
  expect(() => z.encode(paymentFields, fields)).not.toThrow();
  return fields;
};

it.each([
  [{ mandate_id: 'man_1' }, { kind: 'mandate', mandateId: 'man_1' }],
  [{ recurring_details: { type: 'mandate_id', data: 'man_1' } }, { kind: 'mandate', mandateId: 'man_1' }],
  [
    { recurring_details: { type: 'payment_method_id', data: 'pm_1' } },
    { kind: 'payment_method', paymentMethodId: 'pm_1' },
  ],
  [
    { recurring_details: { type: 'processor_payment_token', data: { processor_payment_token: 'pm_1' } } },
    { kind: 'processor_token', token: 'pm_1', merchantConnectorId: null },
  ],
  [
    {
      recurring_details: {
        type: 'processor_payment_token',
        data: { processor_payment_token: 'pm_1', merchant_connector_id: 'mca_1' },
      },
    },
    { kind: 'processor_token', token: 'pm_1', merchantConnectorId: 'mca_1' },
  ],
  [
    {
      recurring_details: {
        type: 'network_transaction_id_and_card_details',
        data: {
          card_number: '4242424242424242',
          card_exp_month: '10',
          card_exp_year: '2099',
          card_holder_name: 'Jo',
          network_transaction_id: 'nti_1',
        },
      },
    },
    { kind: 'network_transaction', networkTransactionId: 'nti_1' },
  ],
  [
    {
      recurring_details: {
        type: 'network_transaction_id_and_card_details',
        data: {
          card_number: '4242424242424242',
          card_exp_month: '10',
          card_exp_year: '2099',
          card_holder_name: 'Jo',
          network_transaction_id: 'nti_1',
          transaction_link_id: 'link_1',
        },
      },
    },
    { kind: 'network_transaction', networkTransactionId: 'nti_1', transactionLinkId: 'link_1' },
  ],
  [
    { recurring_details: { type: 'card_with_limited_data', data: { card_number: '4242424242424242' } } },
    { kind: 'limited_card' },
  ],
  [
    { recurring_details: { type: 'card_with_limited_data', data: { card_number: '4242424242424242', eci: '07' } } },
    { kind: 'limited_card', eci: '07' },
  ],
  [{ recurring_details: { type: 'card_with_limited_data', data: {} } }, undefined],
  [{ mandate_id: null, recurring_details: null }, undefined],
  [{}, undefined],
])('%j selects %j', (sent, recurring) => {
  const fields = fieldsOf(sent);
  expect(fields.recurring).toEqual(recurring);
  expect(fields.details).toEqual({});
});

const limit = { amount: 6540, currency: 'USD' };

it.each([
  [
    { single_use: limit },
    { use: 'single_use', limit: { amount: 6540n, currency: 'USD' }, startDate: null, endDate: null },
  ],
  [
    { multi_use: { ...limit, start_date: '2026-01-01T00:00:00Z', end_date: '2026-06-01T02:00:00+02:00' } },
    {
      use: 'multi_use',
      limit: { amount: 6540n, currency: 'USD' },
      startDate: '2026-01-01T00:00:00.000Z',
      endDate: '2026-06-01T00:00:00.000Z',
    },
  ],
  [{ multi_use: null }, { use: 'multi_use', limit: null, startDate: null, endDate: null }],
])('a mandate of %j has these limits', (mandate_type, terms) =>
  expect(fieldsOf({ mandate_data: { mandate_type } }).mandateTerms).toEqual(terms),
);

it('a mandate is complete, and absent for consent only', () => {
  const { details, mandateTerms } = fieldsOf({ mandate_data: { customer_acceptance: { acceptance_type: 'offline' } } });
  expect(mandateTerms).toBeNull();
  expect(details['mandate_data']).toEqual({
    update_mandate_id: null,
    customer_acceptance: { acceptance_type: 'offline' },
    mandate_type: null,
  });
  expect(fieldsOf({ mandate_data: { mandate_type: { single_use: limit } } }).details['mandate_data']).toEqual({
    update_mandate_id: null,
    customer_acceptance: null,
    mandate_type: { single_use: { ...limit, start_date: null, end_date: null, metadata: null } },
  });
});
