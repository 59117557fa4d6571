import type { Example } from './example';

const authentication = { authentication_id: '{{Create an Authentication.authentication_id}}' };
const secret = { client_secret: '{{Create an Authentication.client_secret}}' };

/** The demo merchant has no account at a 3DS server: an authentication is created, and no card can be sent. */
export const authenticationExamples: readonly Example[] = [
  {
    operation: 'Create an Authentication',
    body: {
      amount: 6540,
      currency: 'USD',
      return_url: 'https://shop.example/back',
      customer_details: { name: 'Jo Doe', email: 'jo@shop.example' },
    },
  },
  {
    operation: 'Check Authentication Eligibility',
    variant: 'without a 3DS server',
    path: authentication,
    body: {
      ...secret,
      payment_method: 'card',
      payment_method_data: {
        card: { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '35', card_cvc: '123' },
      },
    },
    status: 422,
  },
  {
    operation: 'Authenticate an Authentication',
    variant: 'without a card',
    path: authentication,
    body: { ...secret, device_channel: 'BRW', threeds_method_comp_ind: 'Y' },
    status: 422,
  },
  { operation: 'Sync an Authentication', path: authentication, body: secret },
];
