import { errorBody } from '@payorch/contracts';
import { checkPaymentRequest } from './check-payment-request';
import type { PaymentRequest } from './payment-request';

const now = new Date('2026-06-15T12:00:00Z');
const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '30', card_cvc: '123' };
const money = { amount: 6540, currency: 'USD' };

/** The problems of a create request as `field: code`; undefined where the error body has no list. */
const problemsOf = (sent: object): readonly string[] | undefined => {
  const refused = checkPaymentRequest(sent as PaymentRequest, { operation: 'create', merchantId: 'acme', now });
  if (!refused) throw new Error('was accepted');
  return errorBody(refused).body.error.fields?.map(({ field, code }) => `${field}: ${code}`);
};

describe('the problems of a create request', () => {
  it.each<[string, object, readonly string[] | undefined]>([
    ['one problem', { currency: 'USD' }, undefined],
    ['neither currency nor amount', {}, ['currency: IR_04', 'amount: IR_04']],
    [
      'a wrong card',
      {
        ...money,
        payment_method: 'card',
        payment_method_data: { card: { ...card, card_cvc: '1', card_exp_month: '13', card_exp_year: 'xx' } },
      },
      [
        'payment_method_data.card.card_cvc: IR_16',
        'payment_method_data.card.card_exp_month: IR_16',
        'payment_method_data.card.card_exp_year: IR_07',
      ],
    ],
    [
      'a month that is none, of this year',
      {
        ...money,
        payment_method: 'card',
        session_expiry: 1,
        payment_method_data: { card: { ...card, card_exp_month: '0', card_exp_year: '26' } },
      },
      ['session_expiry: IR_06', 'payment_method_data.card.card_exp_month: IR_16'],
    ],
    [
      'sums, a session and a merchant',
      { amount: 1_000_000_000, shipping_cost: 1_000_000_000, session_expiry: 1, merchant_id: 'other' },
      ['amount: IR_16', 'shipping_cost: IR_16', 'session_expiry: IR_06', 'merchant_id: HE_02', 'currency: IR_04'],
    ],
    [
      'a proof without a status, and a field that is not served',
      { ...money, three_ds_data: {}, ctp_service_details: {} },
      [
        ...['three_ds_data.transaction_status: IR_07', 'three_ds_data.authentication_cryptogram: IR_04'],
        ...['three_ds_data: IR_06', 'ctp_service_details: IR_00'],
      ],
    ],
    [
      'a mandate without its customer',
      { ...money, mandate_data: { mandate_type: { multi_use: null } }, enable_overcapture: true },
      ['customer_id: IR_16', 'setup_future_usage: IR_16', 'enable_overcapture: IR_16'],
    ],
    [
      'a confirmation without a payment method',
      { ...money, confirm: true, setup_future_usage: 'off_session', payment_link: true },
      ['confirm: IR_06', 'payment_method_data: IR_06', 'customer_id: IR_16', 'return_url: IR_06'],
    ],
    [
      'a payment method without its type and its data',
      { ...money, payment_method: 'wallet' },
      ['payment_method_type: IR_04', 'payment_method_data: IR_04'],
    ],
    [
      'a type and data of other payment methods',
      {
        ...money,
        payment_method: 'bank_redirect',
        payment_method_type: 'credit',
        payment_method_data: { card: { ...card, card_exp_month: '13' } },
      },
      ['payment_method_data.card.card_exp_month: IR_16', 'payment_method_type: IR_06', 'payment_method_data: IR_06'],
    ],
    [
      'data of its payment method with a type of another: the data is right',
      {
        ...money,
        payment_method: 'bank_redirect',
        payment_method_type: 'credit',
        shipping_cost: 1_000_000_000,
        order_tax_amount: 1_000_000_000,
        payment_method_data: { bank_redirect: { ideal: {} } },
      },
      ['shipping_cost: IR_16', 'order_tax_amount: IR_16', 'payment_method_type: IR_06'],
    ],
    [
      'ids that are words of paths',
      { ...money, payment_id: 'list', customer_id: 'sync', customer: { id: 'link' } },
      ['payment_id: IR_07', 'customer_id: IR_07', 'customer.id: IR_07', 'customer: IR_16'],
    ],
    [
      'a saved payment method with data, and without its customer',
      {
        ...money,
        payment_method: 'card',
        payment_method_data: { card },
        recurring_details: { type: 'payment_method_id', data: 'pm_1' },
        off_session: false,
      },
      ['payment_method_data: IR_06', 'customer_id: IR_04', 'confirm: IR_04', 'off_session: IR_16'],
    ],
    [
      'a saved payment method named three times',
      {
        ...money,
        recurring_details: { type: 'payment_method_id', data: 'pm_1' },
        payment_token: 'a',
        mandate_id: 'm',
        customer_id: 'cus',
        off_session: true,
        confirm: true,
      },
      ['payment_token: IR_16', 'mandate_id: IR_16'],
    ],
    [
      'a network transaction with a wrong card',
      {
        ...money,
        confirm: true,
        recurring_details: {
          type: 'network_transaction_id_and_card_details',
          data: { card_number: '1', card_exp_month: '10', network_transaction_id: 'n' },
        },
      },
      [
        ...['recurring_details.data: IR_05', 'recurring_details.data.card_number: IR_07'],
        ...['recurring_details.data.card_exp_year: IR_04', 'recurring_details.data.card_holder_name: IR_04'],
        'payment_method: IR_04',
      ],
    ],
    [
      'a link’s look without a link',
      { ...money, payment_link_config: { theme: 'url(x)', logo: 'x' }, payment_link_config_id: 'a' },
      [
        ...['payment_link_config: IR_16', 'payment_link_config_id: IR_16'],
        ...['payment_link_config.theme: IR_07', 'payment_link_config.logo: IR_07'],
      ],
    ],
  ])('%s', (_, sent, problems) => expect(problemsOf(sent)).toEqual(problems));

  it('every refusal of a check has the path of a field', () => {
    const refused = checkPaymentRequest(
      {
        amount: 1_000_000_000,
        merchant_id: 'other',
        session_expiry: 1,
        payment_method_type: 'credit',
        customer_id: 'a',
        customer: { id: 'b' },
        recurring_details: { type: 'mandate_id', data: 'm' },
        mandate_data: { mandate_type: { multi_use: null } },
        payment_token: 't',
        is_stored_credential: false,
        payment_link: true,
        confirm: true,
        card_cvc: '1',
        enable_overcapture: true,
        routing: 5,
      } as unknown as PaymentRequest,
      { operation: 'create', merchantId: 'acme', now },
    );
    const all = refused ? [refused, ...(refused.others ?? [])] : [];
    expect(all.length).toBeGreaterThan(8);
    expect(all.filter(({ details }) => !details['path'] && !details['field'])).toEqual([]);
  });
});
