import type { Example } from './example';

const tokenized = '{{Create a network token of a card.payment_method_response.payment_method_id}}';

/** Payment methods that another system has saved. The form of an example has a file alone, and so no merchant. */
export const migrationExamples: readonly Example[] = [
  {
    operation: 'Migrate a Payment Method',
    body: {
      merchant_id: 'merchant_demo',
      customer_id: '{{Create a Customer.customer_id}}',
      payment_method: 'card',
      payment_method_type: 'credit',
      card: {
        card_number: '4000056655665556',
        card_exp_month: '10',
        card_exp_year: '35',
        card_holder_name: 'Joseph Doe',
        nick_name: 'Card of the old shop',
      },
    },
  },
  {
    operation: 'Migrate Payment Methods from a file',
    variant: 'without a merchant',
    file: 'customer_id,name,raw_card_number,card_expiry_month,card_expiry_year\ncustomer_1001,Joseph Doe,4000056655665556,10,35\n',
    status: 400,
  },
  {
    operation: 'Update Payment Methods from a file',
    variant: 'without a merchant',
    file: 'payment_method_id,status\npm_example,inactive\n',
    status: 400,
  },
  {
    operation: 'Create a network token of a card',
    body: {
      merchant_id: 'merchant_demo',
      customer: { id: '{{Create a Customer.customer_id}}' },
      card: {
        raw_card_number: '4111111111111111',
        card_expiry_month: '10',
        card_expiry_year: '35',
        card_holder_name: 'Joseph Doe',
      },
    },
  },
  {
    operation: 'Create network tokens of the cards of a file',
    variant: 'without a merchant',
    file: 'customer_id,raw_card_number,card_expiry_month,card_expiry_year\ncustomer_1001,4111111111111111,10,35\n',
    status: 400,
  },
  {
    operation: 'Create a network token of a saved card',
    path: { payment_method_id: tokenized },
    body: {
      merchant_id: 'merchant_demo',
      customer: { id: '{{Create a Customer.customer_id}}' },
      existing_payment_method: {},
    },
  },
];
