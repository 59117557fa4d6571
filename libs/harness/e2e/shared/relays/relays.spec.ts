import { randomBytes } from 'node:crypto';
import {
  aMerchant,
  connectorBody,
  eventually,
  ok,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { effectsOn, intentAtStripe, paymentAtTestProcessor } from '../../support/foreign-objects';
import { recordsIn } from '../../support/records';
import { absent, idLike, missing, notAllowed, precondition, refusal, statusAndBody } from '../../support/wire';
import { objectAt, secretKey } from '../stripe/at-stripe';

const system = sharedSystem();
const apiKey = `sk_relay_${randomBytes(4).toString('hex')}`;
const noRelay = refusal(404, 'IR_37', 'relay not found');

let merchant: TestMerchant;
let stripe: string;
let account: string;
beforeAll(async () => {
  const details = { connector_account_details: { auth_type: 'HeaderKey', api_key: apiKey } };
  merchant = await aMerchant(system, { connector: details });
  account = merchant.connectors['stripe_test'].merchant_connector_id;
  const atStripe = { ...details, connector_account_details: { auth_type: 'HeaderKey', api_key: secretKey } };
  const body = connectorBody('stripe', { ...atStripe, profile_id: merchant.profileId });
  stripe = ok(await merchant.api.post(`/account/${merchant.merchantId}/connectors`, body)).merchant_connector_id;
});

const refund = (amount = 500) => ({ type: 'refund', data: { refund: { amount, currency: 'USD' } } });
const capture = (amount = 500) => ({
  type: 'capture',
  data: { capture: { authorized_amount: 6540, amount_to_capture: amount, currency: 'USD' } },
});
const cancel = { type: 'void', data: { void: { amount: 6540 } } };
const increment = {
  type: 'incremental_authorization',
  data: { incremental_authorization: { total_amount: 7540, additional_amount: 1000, currency: 'USD' } },
};
const manual = { capture_method: 'manual' } as const;

const profile = () => ({ 'x-profile-id': merchant.profileId });
const post = (object: Json, operation: object, headers: Record<string, string> = {}): Promise<Answer> => {
  const body = { connector_resource_id: object.id, connector_id: account, ...operation };
  return merchant.api.post('/relay', body, { ...profile(), ...headers });
};
const relay = async (object: Json, operation: object): Promise<Json> => ok(await post(object, operation));
const seen = async ({ id }: Json, query = ''): Promise<Json> =>
  ok(await merchant.api.get(`/relay/${id}${query}`, profile()));

describe('a relay at a test processor', () => {
  it('refunds a charge that did not go through the system, and has the published shape', async () => {
    const payment = await paymentAtTestProcessor(system, apiKey);
    const made = await relay(payment, refund());
    expect(made).toEqual({
      id: idLike('relay'),
      status: 'success',
      connector_resource_id: payment.id,
      error: null,
      connector_reference_id: expect.any(String),
      connector_id: account,
      profile_id: merchant.profileId,
      type: 'refund',
      data: { refund: { amount: 500, currency: 'USD', reason: null } },
    });
    expect(await seen(made)).toEqual(made);
    expect(await seen(made, '?force_sync=true')).toEqual(made);
    expect(effectsOn(system, payment)).toEqual(['charge 6540', 'refund 500']);
  });

  it.each<[string, object, string]>([
    ['captures', capture(), 'capture 500'],
    ['voids', cancel, 'void 6540'],
  ])('%s an authorization', async (_, operation, effect) => {
    const payment = await paymentAtTestProcessor(system, apiKey, manual);
    expect(await relay(payment, operation)).toMatchObject({ status: 'success', error: null, ...operation });
    expect(effectsOn(system, payment)).toEqual(['authorize 6540', effect]);
  });

  it('that the connector cannot execute, or the processor refuses, fails by name', async () => {
    const payment = await paymentAtTestProcessor(system, apiKey, manual);
    expect(await relay(payment, increment)).toMatchObject({
      status: 'failure',
      error: { code: 'FLOW_NOT_SUPPORTED' },
      connector_reference_id: null,
    });
    expect(await relay({ id: 'no_such_payment' }, capture())).toMatchObject({
      status: 'failure',
      error: { code: expect.stringMatching(/^DC_/), message: expect.any(String) },
    });
    expect(effectsOn(system, payment)).toEqual(['authorize 6540']);
  });
});

describe('a relay at Stripe', () => {
  const held = () => ({
    capture_method: 'manual',
    'payment_method_options[card][request_incremental_authorization]': 'if_available',
  });
  const atStripe = (operation: object) => ({ connector_id: stripe, ...operation });

  it('refunds a charge', async () => {
    const intent = await intentAtStripe(system, secretKey);
    const made = await relay(intent, atStripe(refund()));
    expect(made).toMatchObject({ status: 'success', connector_reference_id: expect.stringMatching(/^re_/) });
    const { body } = await objectAt(system, `/v1/refunds/${made.connector_reference_id}`);
    expect(body).toMatchObject({ payment_intent: intent.id, amount: 500 });
  });

  it.each<[string, object, object]>([
    ['captures', capture(), { status: 'succeeded', amount_received: 500 }],
    ['increments', increment, { status: 'requires_capture', amount: 7540 }],
    ['voids', cancel, { status: 'canceled' }],
  ])('%s an authorization', async (_, operation, expected) => {
    const intent = await intentAtStripe(system, secretKey, held());
    expect(await relay(intent, atStripe(operation))).toMatchObject({ status: 'success', error: null });
    expect((await objectAt(system, `/v1/payment_intents/${intent.id}`)).body).toMatchObject(expected);
  });
});

it.each(['x-idempotency-key', 'idempotency-key'])(
  'a repeated request under the header %s gets the same relay, and the processor one operation',
  async (header) => {
    const payment = await paymentAtTestProcessor(system, apiKey);
    const headers = { [header]: `once ${randomBytes(8).toString('hex')}` };
    const first = await post(payment, refund(), headers);
    const again = await post(payment, refund(), headers);
    expect([again.status, again.text]).toEqual([200, first.text]);
    const other = await post(payment, refund(600), headers);
    expect([other.status, other.body.error.code]).toEqual([422, 'IR_06']);
    expect(effectsOn(system, payment)).toEqual(['charge 6540', 'refund 500']);
  },
);

it.each<[string, object, 'automatic' | 'manual', readonly string[]]>([
  ['refund', refund(), 'automatic', ['charge 6540', 'refund 500']],
  ['capture', capture(), 'manual', ['authorize 6540', 'capture 500']],
  ['void', cancel, 'manual', ['authorize 6540', 'void 6540']],
])('a %s whose answer is lost stays pending until a sync, and is not sent again', async (kind, operation, ...more) => {
  const [capture_method, effects] = more;
  const payment = await paymentAtTestProcessor(system, apiKey, { capture_method });
  const match = { payment_id: payment.id, kind };
  ok(await system.sandbox.post('/control/faults', { match, fault: 'execute_then_drop', times: 1 }));
  const made = await relay(payment, operation);
  expect([made.status, made.error]).toEqual(['pending', null]);
  const synced = await eventually(async () => {
    const now = await seen(made, '?force_sync=true');
    return now.status === 'success' && now;
  });
  expect(synced).toMatchObject({ id: made.id, error: null });
  expect(effectsOn(system, payment)).toEqual(effects);
});

it('a fault of the processor is no refusal: the relay stays pending', async () => {
  const payment = await paymentAtTestProcessor(system, apiKey);
  const match = { payment_id: payment.id, kind: 'refund' };
  ok(await system.sandbox.post('/control/faults', { match, fault: 'fail_500', times: 1 }));
  expect(await relay(payment, refund())).toMatchObject({ status: 'pending', error: null });
  expect(effectsOn(system, payment)).toEqual(['charge 6540']);
});

it('the public events of a relay have a version each, in order', async () => {
  const made = await relay(await paymentAtTestProcessor(system, apiKey), refund());
  const events = await eventually(async () => {
    const found = (await recordsIn(system, ['relays.lifecycle']))
      .map(({ value }) => JSON.parse(String(value)) as Json)
      .filter(({ relayId }) => relayId === made.id);
    return found.length === 2 ? found : undefined;
  });
  expect(events.map(({ version, status, type }: Json) => [version, status, type])).toEqual([
    [1, 'pending', 'refund'],
    [2, 'success', 'refund'],
  ]);
});

describe('a relay is refused', () => {
  let payment: Json;
  beforeAll(async () => void (payment = await paymentAtTestProcessor(system, apiKey)));

  it('without a profile, and for a profile of another merchant', async () => {
    const body = { connector_resource_id: payment.id, connector_id: account, ...refund() };
    expect(statusAndBody(await merchant.api.post('/relay', body))).toEqual(missing('profile_id'));
    expect(statusAndBody(await merchant.api.get('/relay/relay_1'))).toEqual(missing('profile_id'));
    const other = await aMerchant(system);
    const foreign = { 'x-profile-id': other.profileId };
    expect((await merchant.api.post('/relay', body, foreign)).status).toBe(401);
    expect(statusAndBody(await other.api.post('/relay', body, foreign))).toEqual(
      absent('Merchant connector account does not exist in our records', { reason: account }),
    );
    const made = await relay(payment, refund());
    expect(statusAndBody(await other.api.get(`/relay/${made.id}`, foreign))).toEqual(noRelay);
    expect(statusAndBody(await other.api.get(`/relay/${made.id}?force_sync=true`, foreign))).toEqual(noRelay);
  });

  it('for another profile of the same merchant', async () => {
    const path = `/account/${merchant.merchantId}/business_profile`;
    const { profile_id } = ok(await merchant.api.post(path, { profile_name: 'second' }));
    const second = { 'x-profile-id': profile_id as string };
    expect((await post(payment, refund(), second)).body.error.code).toBe('HE_02');
    const made = await relay(payment, refund());
    for (const query of ['', '?force_sync=true'])
      expect(statusAndBody(await merchant.api.get(`/relay/${made.id}${query}`, second))).toEqual(noRelay);
  });

  it('with a publishable key', async () => {
    const body = { connector_resource_id: payment.id, connector_id: account, ...refund() };
    expect((await merchant.client.post('/relay', body, profile())).status).toBe(401);
  });

  it.each<[string, object, object]>([
    ['no data', { type: 'void' }, notAllowed('Relay data is required for relay type void')],
    ['data of another type', { ...refund(), type: 'void' }, precondition('Invalid relay request')],
    ['an amount of zero', refund(0), precondition('Amount should be greater than 0')],
    [
      'a capture above the authorized amount',
      capture(6541),
      precondition('Capture Amount should be less than or equal to Authorized Amount'),
    ],
    [
      'one of several captures',
      { type: 'capture', data: { capture: { ...capture().data.capture, capture_method: 'manual_multiple' } } },
      refusal(501, 'IR_00', 'data.capture.capture_method manual_multiple is not implemented'),
    ],
    [
      'an object in another place',
      { ...refund(), connector_resource_id: '..' },
      refusal(
        400,
        'IR_07',
        'Invalid value provided: connector_resource_id. Allowed: 1 to 255 letters, digits and _.:=+@~-',
      ),
    ],
    [
      'an unknown account',
      { ...refund(), connector_id: 'mca_unknown' },
      absent('Merchant connector account does not exist in our records', { reason: 'mca_unknown' }),
    ],
  ])('with %s', async (_, operation, refused) =>
    expect(statusAndBody(await post(payment, operation))).toEqual(refused),
  );

  it('as a refund without a charge at a connector that does not make them', async () => {
    const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '2035' };
    const data = { amount: 500, currency: 'USD', customer_id: 'cus_1', recipient_payment_method_data: { card } };
    const send = (body: object) =>
      merchant.api.post(
        '/relay/unreferenced_refund',
        { connector_resource_id: 'none', connector_id: account, ...body },
        profile(),
      );
    const unreferenced = { type: 'unreferenced_refund', data: { unreferenced_refund: data } };
    expect(statusAndBody(await send(unreferenced))).toEqual(
      notAllowed('Connector stripe_test does not support unreferenced refund'),
    );
    expect(statusAndBody(await send(refund()))).toEqual(notAllowed('Invalid relay request for unreferenced refund'));
    const ofNothing = { type: 'unreferenced_refund', data: { unreferenced_refund: { ...data, amount: 0 } } };
    expect(statusAndBody(await send(ofNothing))).toEqual(precondition('Amount must be greater than 0'));
  });

  it('when it is unknown', async () =>
    expect(statusAndBody(await merchant.api.get('/relay/relay_unknown', profile()))).toEqual(noRelay));
});
