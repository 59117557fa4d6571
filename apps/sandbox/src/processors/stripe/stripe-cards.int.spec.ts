import Stripe from 'stripe';
import { RunningStripe } from '../../../test/stripe/running-stripe';
import { testCards } from './cards/test-cards';

let stripe: RunningStripe;
let client: Stripe;

beforeAll(async () => {
  stripe = await RunningStripe.start();
  ({ client } = stripe);
});
afterAll(() => stripe.stop());

const year = new Date().getUTCFullYear() + 3;
const tokenize = (number: string, rest: Partial<Stripe.PaymentMethodCreateParams.Card> = {}) =>
  client.paymentMethods.create({
    type: 'card',
    card: { number, exp_month: 1, exp_year: year, cvc: /^3[47]/.test(number) ? '1234' : '123', ...rest } as never,
    billing_details: { address: { line1: 'Street 1', postal_code: '12345' } },
  });
const pay = async (number: string, rest: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  client.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    confirm: true,
    payment_method: (await tokenize(number)).id,
    allowed_payment_method_types: ['card'],
    return_url: 'https://shop.example/back',
    expand: ['latest_charge'],
    ...rest,
  });
const declined = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  call.then(
    (answer) => Promise.reject(new Error(JSON.stringify(answer))),
    (error: unknown) => error as Stripe.errors.StripeError,
  );
const checksOf = ({ latest_charge: charge }: Stripe.PaymentIntent) =>
  (charge as Stripe.Charge).payment_method_details?.card?.checks;

const plain = Object.entries(testCards).flatMap(([number, trait]) =>
  trait.decline || trait.authentication === 'always' || (trait.authentication && trait.authentication !== 'unsupported')
    ? []
    : [number],
);

describe('cards that pay', () => {
  it.each(plain)('the card %s pays', async (number) => {
    expect(await pay(number)).toMatchObject({ status: 'succeeded', amount_received: 1000 });
  });

  it('any other card pays', async () => {
    expect((await pay('4111111111111111')).status).toBe('succeeded');
  });
});

describe('cards that are declined', () => {
  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded', 'Your card was declined for'],
    ['4100000000000019', 'card_declined', 'fraudulent', 'Your card was declined.'],
    ['4000000000000341', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ])('the card %s is declined with %s, %s', async (number, code, decline_code, message) => {
    const error = await declined(pay(number));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ statusCode: 402, code, decline_code });
    expect(error.message).toContain(message);
    const intent = await client.paymentIntents.retrieve(error.payment_intent?.id ?? '', { expand: ['latest_charge'] });
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code, decline_code },
      latest_charge: { status: 'failed', failure_code: code, paid: false, id: error.charge },
    });
    expect(await stripe.sandbox.effectsOf(intent.id)).toEqual([]);
  });

  it('the card 4000000000000127 pays without a CVC', async () => {
    const { id } = await tokenize('4000000000000127', { cvc: undefined as never });
    expect((await pay('4242424242424242', { payment_method: id })).status).toBe('succeeded');
  });

  it.each([
    [{ number: '4242424242424241' }, 'incorrect_number', 'number'],
    [{ exp_month: 13 }, 'invalid_expiry_month', 'exp_month'],
    [{ exp_year: 2020 }, 'invalid_expiry_year', 'exp_year'],
    [{ cvc: '1' }, 'invalid_cvc', 'cvc'],
  ])('the card %j is refused with %s', async (rest, code, param) => {
    expect(await declined(tokenize('4242424242424242', rest))).toMatchObject({ statusCode: 402, code, param });
  });
});

describe('checks', () => {
  it.each([
    ['4242424242424242', 'pass', 'pass', 'pass'],
    ['4000000000000101', 'fail', 'pass', 'pass'],
    ['4000000000000036', 'pass', 'pass', 'fail'],
    ['4000000000000028', 'pass', 'fail', 'pass'],
    ['4000000000000010', 'pass', 'fail', 'fail'],
    ['4000000000000044', 'pass', 'unavailable', 'unavailable'],
  ])(
    'the card %s has CVC check %s, line1 check %s, postal code check %s',
    async (number, cvc_check, address_line1_check, address_postal_code_check) => {
      expect(checksOf(await pay(number))).toEqual({ cvc_check, address_line1_check, address_postal_code_check });
    },
  );
});

describe('cards that require authentication', () => {
  it.each([
    ['4000000000003220', 'succeeded'],
    ['4000000000003063', 'succeeded'],
    ['4000002760003184', 'succeeded'],
    ['4000002500003155', 'succeeded'],
    ['4000003800000446', 'succeeded'],
    ['4000008400001629', 'requires_payment_method'],
    ['4000008260003178', 'requires_payment_method'],
  ])('the authenticated card %s ends as %s', async (number, status) => {
    const intent = await pay(number);
    expect(intent.status).toBe('requires_action');
    await stripe.choose(intent.next_action?.redirect_to_url?.url ?? '', true);
    expect((await client.paymentIntents.retrieve(intent.id)).status).toBe(status);
  });

  it('the card 378282246310005 is never authenticated', async () => {
    const options = { card: { request_three_d_secure: 'any' as const } };
    expect((await pay('378282246310005', { payment_method_options: options })).status).toBe('succeeded');
  });

  it.each([
    ['4000003800000446', undefined],
    ['4000002500003155', 'authentication_required'],
    ['4000002760003184', 'authentication_required'],
  ])('the saved card %s off session ends with %s', async (number, code) => {
    const { id: customer } = await client.customers.create();
    const { id } = await client.paymentMethods.attach((await tokenize(number)).id, { customer });
    const charge = pay(number, { customer, payment_method: id, off_session: true });
    if (code === undefined) expect((await charge).status).toBe('succeeded');
    else expect(await declined(charge)).toMatchObject({ statusCode: 402, code });
  });

  it('error_on_requires_action refuses a card that requires authentication', async () => {
    const error = await declined(pay('4000000000003220', { error_on_requires_action: true }));
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
  });
});

it('the ledger contains no card number', async () => {
  const { entries } = await stripe.sandbox.json('GET', '/control/ledger?since=0');
  const text = JSON.stringify(entries);
  for (const number of Object.keys(testCards)) expect(text).not.toContain(number);
});

it('every response matches Stripe’s published description', () => {
  expect(stripe.problems()).toEqual([]);
});
