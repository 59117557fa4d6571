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
        ...{ ...money, payment_method: 'card' },
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
        ...{ ...money, payment_method: 'card', session_expiry: 1 },
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
      ['three_ds_data.transaction_status: IR_07', 'ctp_service_details: IR_00'],
    ],
    [
      'a mandate without its customer',
      { ...money, mandate_data: { mandate_type: { multi_use: null } }, enable_overcapture: true },
      ['customer_id: IR_16', 'enable_overcapture: IR_16'],
    ],
    [
      'a confirmation without a payment method',
      { ...money, confirm: true, setup_future_usage: 'off_session', payment_link: true },
      ['confirm: IR_06', 'payment_method_data: IR_06', 'return_url: IR_06'],
    ],
  ])('%s', (_, sent, problems) => expect(problemsOf(sent)).toEqual(problems));

  it('every refusal of a check has the path of a field', () => {
    const refused = checkPaymentRequest(
      {
        ...{ amount: 1_000_000_000, merchant_id: 'other', session_expiry: 1, payment_method_type: 'credit' },
        ...{ customer_id: 'a', customer: { id: 'b' }, recurring_details: { type: 'mandate_id', data: 'm' } },
        ...{ mandate_data: { mandate_type: { multi_use: null } }, payment_token: 't', is_stored_credential: false },
        ...{ payment_link: true, confirm: true, card_cvc: '1', enable_overcapture: true, routing: 5 },
      } as unknown as PaymentRequest,
      { operation: 'create', merchantId: 'acme', now },
    );
    const all = refused ? [refused, ...(refused.others ?? [])] : [];
    expect(all.length).toBeGreaterThan(8);
    expect(all.filter(({ details }) => !details['path'] && !details['field'])).toEqual([]);
  });
});
