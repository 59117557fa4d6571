import { aMerchant, cardFields, ok, paymentBody, sharedSystem, type TestMerchant } from '@payorch/harness';
import {
  listing,
  missing,
  noConnector,
  noPayment,
  notAllowed,
  precondition,
  refusal,
  statusAndBody,
  unauthorized,
  unreadable,
  withoutPlace,
  wrongFormat,
  type StatusAndBody,
} from '../../support/wire';

/** Refused payment requests that merchant/bad-input.spec.ts does not cover. */
const system = sharedSystem();
let merchant: TestMerchant;
let other: TestMerchant;
const open = 'pay_open';
const automatic = 'pay_automatic';
const unsaid = 'pay_unsaid';

beforeAll(async () => {
  [merchant, other] = [await aMerchant(system), await aMerchant(system)];
  ok(await merchant.api.post('/payments', { payment_id: open, amount: 6540, currency: 'USD' }));
  ok(await merchant.api.post('/payments', paymentBody({ payment_id: automatic })));
  ok(await merchant.api.post('/payments', paymentBody({ payment_id: unsaid, capture_method: undefined })));
});

const money = { amount: 6540, currency: 'USD' };
const card = { ...money, ...cardFields() };
const customer = { customer_id: 'cus_1' };
const later = refusal(501, 'IR_00', 'This API is under development and will be made available soon.');
const noMethod = notAllowed('A payment token or payment method data or ctp service details is required');
const otherMerchant = wrongFormat('merchant_id', 'merchant_id from merchant account');

type Row = readonly [string, object, StatusAndBody];

const creations: readonly Row[] = [
  ['confirmed without a method', { ...money, confirm: true }, noMethod],
  [
    'a card to save without a customer',
    { ...card, confirm: true, setup_future_usage: 'off_session' },
    precondition('customer_id is mandatory when setup_future_usage is given'),
  ],
  [
    'too long a session',
    { ...money, session_expiry: 7_890_001 },
    notAllowed('session_expiry should be between 60(1 min) to 7890000(3 months).'),
  ],
  [
    'a link that is confirmed at once',
    { ...card, confirm: true, payment_link: true, return_url: 'https://acme.example' },
    notAllowed('cannot confirm a payment while creating a payment link'),
  ],
  [
    'a link that leads nowhere',
    { ...money, payment_link: true },
    notAllowed('return_url must be sent while creating a payment link'),
  ],
  [
    'a method without its type',
    { ...money, payment_method: 'wallet' },
    listing(missing('payment_method_type'), 'payment_method_type', 'payment_method_data'),
  ],
  [
    'an unknown profile',
    { ...money, profile_id: 'pro_none' },
    refusal(404, 'HE_02', 'Business profile with the given id pro_none does not exist'),
  ],
  [
    'routing that cannot be read',
    { ...money, routing: { type: 'best' } },
    notAllowed('Invalid straight through routing rules format'),
  ],
  [
    'a plan of payment that is confirmed at once',
    { ...card, confirm: true, installment_options: [] },
    notAllowed('installment_options and installment_data are not supported when confirm is true.'),
  ],
  [
    'ctp_service_details',
    { ...money, ctp_service_details: {} },
    refusal(501, 'IR_00', 'ctp_service_details is not implemented'),
  ],
  [
    'an authentication without its cryptogram',
    { ...money, three_ds_data: { transaction_status: 'Y' } },
    listing(missing('authentication_cryptogram'), 'three_ds_data.authentication_cryptogram', 'three_ds_data'),
  ],
  [
    'an id and another one of the customer',
    { ...money, ...customer, customer: { id: 'cus_2' } },
    precondition('The field names `customer_id and customer.id` sent in both places is ambiguous'),
  ],
];

describe('a creation with', () => {
  it.each(creations)('%s', async (_, body, expected) =>
    expect(statusAndBody(await merchant.api.post('/payments', body))).toEqual(expected),
  );

  it('no profile where there are several', async () => {
    const many = await aMerchant(system);
    ok(await many.api.post(`/account/${many.merchantId}/business_profile`, { profile_name: 'second' }));
    expect(statusAndBody(await many.api.post('/payments', money))).toEqual(
      missing('profile_id or business_country, business_label'),
    );
  });

  it('no account at any processor', async () => {
    const poor = await aMerchant(system, { connectors: [] });
    expect(statusAndBody(await poor.api.post('/payments', paymentBody()))).toEqual(noConnector);
  });
});

const token = refusal(422, 'IR_29', 'Token is invalid or expired');
const changes: readonly (readonly [string, string, object, StatusAndBody])[] = [
  [
    'update',
    'more to capture than the amount',
    { amount: 5, amount_to_capture: 6 },
    wrongFormat('amount_to_capture', 'amount_to_capture lesser than or equal to amount'),
  ],
  ['update', 'another merchant', { merchant_id: 'unknown' }, otherMerchant],
  ['update', 'a method without data', { payment_method: 'card' }, missing('payment_method_data')],
  ['update', 'too large a sum', { amount: 1_000_000_000 }, precondition('amount should not be more than 999999999')],
  ['update', 'a token that there is not', { payment_method: 'card', payment_token: 'token_none' }, token],
  ['confirm', 'nothing to pay with', {}, noMethod],
  ['confirm', 'another merchant', { merchant_id: 'unknown', ...cardFields() }, otherMerchant],
  ['confirm', 'a token that there is not', { payment_method: 'card', payment_token: 'token_none' }, token],
  [
    'confirm',
    'a card to save without a customer',
    { ...cardFields(), setup_future_usage: 'off_session' },
    precondition('customer_id is mandatory when setup_future_usage is given'),
  ],
  [
    'confirm',
    'data without a method',
    { payment_method_data: cardFields().payment_method_data },
    missing('payment_method'),
  ],
  ['capture', 'another merchant', { merchant_id: 'unknown' }, otherMerchant],
];
const actionPath = (action: string) => (action === 'update' ? `/payments/${open}` : `/payments/${open}/${action}`);

describe('an existing payment refuses', () => {
  it.each(changes)('%s with %s', async (action, _, body, expected) =>
    expect(statusAndBody(await merchant.api.post(actionPath(action), body))).toEqual(expected),
  );

  it.each(['update', 'confirm'])('%s with a field that it does not have', async (action) => {
    const answer = withoutPlace(await merchant.api.post(actionPath(action), { amout: 1 }));
    expect(answer.body.error.message).toMatch(/^Json deserialize error: unknown field `amout`, expected one of /);
    expect(answer).toMatchObject(unreadable(answer.body.error.message));
  });

  it('a capture of an automatic payment, or without a capture_method', async () => {
    const expected = 'requires_capture, partially_captured_and_capturable, processing';
    expect(statusAndBody(await merchant.api.post(`/payments/${automatic}/capture`))).toEqual(
      refusal(
        400,
        'IR_14',
        `This Payment could not be captured because it has a payment.status of succeeded. The expected state is ${expected}`,
      ),
    );
    expect(statusAndBody(await merchant.api.post(`/payments/${unsaid}/capture`))).toEqual(missing('capture_method'));
  });

  it('every change without an effect on the payment', async () => {
    expect(ok(await merchant.api.get(`/payments/${open}`))).toMatchObject({
      status: 'requires_payment_method',
      amount: 6540,
      payment_method: null,
    });
  });
});

describe('the first reported error is the one', () => {
  const stranger = { 'api-key': `dev_${'x'.repeat(64)}` };

  it.each(['', `/${open}`, `/${open}/confirm`])('of a scheduled capture at %s, before the key', async (path) => {
    const scheduled = { ...money, capture_method: 'scheduled' };
    const { amount: _, currency: __, ...confirmed } = scheduled;
    const body = path.endsWith('confirm') ? confirmed : scheduled;
    expect(statusAndBody(await system.api.post(`/payments${path}`, body))).toEqual(later);
    expect(statusAndBody(await system.api.post(`/payments${path}`, body, stranger))).toEqual(later);
  });

  it('of an unreadable body, before the key; of the key, before the object', async () => {
    const answer = withoutPlace(await system.api.post('/payments', { amount: 'x' }, stranger));
    expect(answer.body.error.message).toMatch(/^Json deserialize error: invalid type: string "x"/);
    expect(statusAndBody(await system.api.post('/payments', {}, stranger))).toEqual(unauthorized);
    expect(statusAndBody(await system.api.post('/payments/pay_none/cancel', {}, stranger))).toEqual(unauthorized);
  });

  it('of the profile in the header, before the payment', async () => {
    for (const id of ['pro_none', other.profileId]) {
      const headers = { 'x-profile-id': id };
      expect(statusAndBody(await merchant.api.post('/payments', {}, headers))).toEqual(unauthorized);
      expect(statusAndBody(await merchant.api.get('/payments/pay_none', headers))).toEqual(unauthorized);
    }
  });

  it('of a header that names no profile, after the key', async () => {
    const headers = { 'x-profile-id': 'pro 1' };
    const wrong = notAllowed('`X-Profile-Id` header is invalid');
    expect(statusAndBody(await merchant.api.post('/payments', {}, headers))).toEqual(wrong);
    expect(statusAndBody(await merchant.api.get('/payments/pay_none', headers))).toEqual(wrong);
    expect(statusAndBody(await system.api.post('/payments', {}, { ...stranger, ...headers }))).toEqual(unauthorized);
  });

  it('of a client: the missing secret, then the payment, then the wrong secret', async () => {
    const { client } = merchant;
    const path = `/payments/${open}`;
    const wrong = 'The client_secret provided does not match the client_secret associated with the Payment';
    expect(statusAndBody(await client.post(`${path}/confirm`, cardFields()))).toEqual(missing('client_secret'));
    expect(statusAndBody(await client.post('/payments/pay_none', { client_secret: 'x' }))).toEqual(noPayment);
    const foreign = { client_secret: 'pay_other_secret_x', ...cardFields() };
    expect(statusAndBody(await client.post(`${path}/confirm`, foreign))).toEqual(refusal(400, 'IR_09', wrong));
  });

  it('of several field errors: the first in the order of the interface', async () => {
    const both = { ...card, confirm: true, merchant_id: 'unknown', session_expiry: 1 };
    expect(statusAndBody(await merchant.api.post('/payments', both))).toMatchObject({ status: 422 });
    expect(statusAndBody(await merchant.api.post('/payments', { amount: 1, payment_method: 'card' }))).toEqual(
      listing(missing('payment_method_data'), 'payment_method_data', 'currency'),
    );
    expect(statusAndBody(await merchant.api.post('/payments', {}))).toEqual(
      listing(missing('currency'), 'currency', 'amount'),
    );
  });
});
