import { aMerchant, connectorBody, eventually, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import {
  anAuthenticatingMerchant,
  answerChallenge,
  authenticatedPayment,
  issuers,
  requestAuthentication,
  requestor,
  serverAccount,
} from '../../support/external-authentication';
import { effectLabelsOf, effectsOf, retrievePayment } from '../../support/ledger-check';
import { operationsOf } from '../../support/rows';
import {
  listing,
  missing,
  precondition,
  refusal,
  statusAndBody,
  wrongValue,
  type StatusAndBody,
} from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await anAuthenticatingMerchant(system);
});

const pay = async (card: string, more: object = {}): Promise<Json> =>
  ok(await merchant.api.post('/payments', authenticatedPayment(card, more)));
const arm = async (kind: string, fault: string): Promise<void> => {
  const match = { connector: 'threedsecureio', kind };
  ok(await system.sandbox.post('/control/faults', { match, fault, times: 1 }));
};
const flowsOf = async ({ payment_id }: Json): Promise<string[]> =>
  (await operationsOf(system, payment_id)).map(({ flow }) => flow).sort();
const ended = ({ payment_id }: Json, status: string): Promise<Json> =>
  eventually(async () => {
    const payment = await retrievePayment(merchant, payment_id);
    expect(payment.status).toBe(status);
    return payment;
  });
const poll = async ({ payment_id }: Json) =>
  statusAndBody(await merchant.client.get(`/poll/status/external_authentication_${payment_id}`)).body;
/** The payment as the processor has it. */
const atProcessor = async (payment: Json): Promise<Json> => {
  const [effect] = effectsOf(system, payment.payment_id);
  const path = `/dummy-connector/payments?reference=${effect!.reference}`;
  return ok(await system.sandbox.get(path, { authorization: 'any' }));
};
const notCharged = async (payment: Json, more: object = {}): Promise<void> => {
  expect(await ended(payment, 'failed')).toMatchObject({
    amount_received: null,
    error_code: 'EXTERNAL_AUTHENTICATION_FAILURE',
    attempt_count: 1,
    ...more,
  });
  expect(effectsOf(system, payment.payment_id)).toEqual([]);
  expect(await flowsOf(payment)).not.toContain('authorize');
};

it('a frictionless authentication is requested by the browser, and the processor gets its proof', async () => {
  const payment = await pay(issuers.frictionless);
  expect(payment).toMatchObject({
    status: 'requires_customer_action',
    external_3ds_authentication_attempted: true,
    external_authentication_details: { status: 'pending', authentication_flow: null, version: '2.2.0' },
    next_action: {
      type: 'three_ds_invoke',
      three_ds_data: {
        three_ds_method_details: { three_ds_method_data_submission: true, three_ds_method_key: 'threeDSMethodData' },
        poll_config: { poll_id: `external_authentication_${payment.payment_id}`, delay_in_secs: 2, frequency: 5 },
        message_version: '2.2.0',
      },
    },
  });
  expect(effectsOf(system, payment.payment_id)).toEqual([]);
  expect(await poll(payment)).toEqual({
    poll_id: `external_authentication_${payment.payment_id}`,
    status: 'pending',
  });
  const answer = ok(await requestAuthentication(merchant, payment));
  expect(answer).toMatchObject({
    trans_status: 'Y',
    acs_url: null,
    challenge_request: null,
    error_message: null,
    three_ds_requestor_url: requestor.three_ds_requestor_url,
    three_ds_requestor_app_url: null,
  });
  expect(await ended(payment, 'succeeded')).toMatchObject({
    amount_received: 6540,
    connector: 'stripe_test',
    next_action: null,
    external_authentication_details: {
      status: 'success',
      authentication_flow: 'frictionless',
      electronic_commerce_indicator: '05',
      version: '2.2.0',
      error_code: null,
      error_message: null,
    },
  });
  const { external_authentication_details: details } = await retrievePayment(merchant, payment.payment_id);
  expect(await atProcessor(payment)).toMatchObject({
    authentication: { transaction_status: 'Y', eci: '05', ds_transaction_id: details.ds_transaction_id },
  });
  expect(effectLabelsOf(system, payment.payment_id)).toEqual(['charge 6540']);
  expect(await flowsOf(payment)).toEqual(['authenticate', 'authorize', 'pre_authenticate']);
  expect(await poll(payment)).toMatchObject({ status: 'completed' });
});

it('a challenge is answered at the issuer, and its result, not the browser’s, lets the payment through', async () => {
  const payment = await pay(issuers.challenging);
  const challenge = ok(await requestAuthentication(merchant, payment));
  expect(challenge).toMatchObject({
    trans_status: 'C',
    challenge_request_key: 'creq',
    acs_reference_number: 'SANDBOX_ACS',
  });
  const { three_ds_authorize_url: url } = payment.next_action.three_ds_data;
  const { pathname, search } = new URL(url);
  const forged = await system.api.raw('POST', `${pathname}${search}`, 'cres=eyJ0cmFuc1N0YXR1cyI6IlkifQ', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect([forged.status, String(forged.headers['location'])]).toEqual([
    302,
    expect.stringContaining('status=requires_customer_action'),
  ]);
  expect(effectsOf(system, payment.payment_id)).toEqual([]);
  // A return soon after another waits for the next sync.
  const back = await answerChallenge(system, challenge, 'authorize');
  expect([back.status, String(back.headers['location'])]).toEqual([302, expect.stringContaining('status=succeeded')]);
  expect(await retrievePayment(merchant, payment.payment_id)).toMatchObject({
    status: 'succeeded',
    amount_received: 6540,
    external_authentication_details: { status: 'success', authentication_flow: 'challenge' },
  });
  expect(effectLabelsOf(system, payment.payment_id)).toEqual(['charge 6540']);
});

it.each(['reject', 'timeout'] as const)(
  'a challenge with the choice %s fails the payment without a charge',
  async (choice) => {
    const payment = await pay(issuers.challenging);
    const challenge = ok(await requestAuthentication(merchant, payment));
    const back = await answerChallenge(system, challenge, choice);
    expect(String(back.headers['location'])).toContain('status=failed');
    await notCharged(payment, {
      external_authentication_details: expect.objectContaining({ status: 'failed' }) as object,
    });
  },
);

it('a challenge that the merchant requests replaces a frictionless success', async () => {
  const payment = await pay(issuers.frictionless, { force_3ds_challenge: true, capture_method: 'manual' });
  const challenge = ok(await requestAuthentication(merchant, payment));
  expect(challenge.trans_status).toBe('C');
  await answerChallenge(system, challenge, 'authorize');
  await ended(payment, 'requires_capture');
  expect(ok(await merchant.api.post(`/payments/${payment.payment_id}/capture`, {})).status).toBe('succeeded');
});

it('an attempt at an issuer that takes no part is a success', async () => {
  const payment = await pay(issuers.attempted);
  expect(ok(await requestAuthentication(merchant, payment)).trans_status).toBe('A');
  await ended(payment, 'succeeded');
  expect(await atProcessor(payment)).toMatchObject({ authentication: { transaction_status: 'A', eci: '06' } });
});

it.each([
  ['N', issuers.notAuthenticated],
  ['U', issuers.unavailable],
  ['R', issuers.rejecting],
])('the result %s fails the payment without a charge', async (status, card) => {
  const payment = await pay(card);
  expect(ok(await requestAuthentication(merchant, payment))).toMatchObject({
    trans_status: status,
    error_message: expect.any(String) as string,
  });
  await notCharged(payment);
});

it.each([
  ['whose issuer speaks an older protocol', issuers.outdated],
  ['in no range', '4242424242424242'],
])('a card %s fails the payment at once', async (_name, card) => {
  const payment = await pay(card);
  expect(payment.status).toBe('failed');
  await notCharged(payment);
});

it('an authenticated payment that its processor declines is charged nowhere else', async () => {
  const payment = await pay(issuers.thenDeclined);
  expect(ok(await requestAuthentication(merchant, payment)).trans_status).toBe('Y');
  expect(await ended(payment, 'failed')).toMatchObject({
    attempt_count: 1,
    error_message: expect.any(String) as string,
  });
  expect(effectsOf(system, payment.payment_id)).toEqual([]);
});

it('parallel requests of a browser cause one call, and get the same result', async () => {
  const payment = await pay(issuers.challenging);
  const answers = await Promise.all(Array.from({ length: 4 }, () => requestAuthentication(merchant, payment)));
  const [first, ...others] = answers.map((answer) => ok(answer));
  expect(others).toEqual(others.map(() => first));
  expect(await flowsOf(payment)).toEqual(['authenticate', 'pre_authenticate']);
  expect(ok(await merchant.api.post(`/payments/${payment.payment_id}/cancel`, {})).status).toBe('cancelled');
  expect(statusAndBody(await requestAuthentication(merchant, payment)).body).toEqual(first);
  await answerChallenge(system, first, 'authorize');
  expect((await retrievePayment(merchant, payment.payment_id)).status).toBe('cancelled');
  expect(effectsOf(system, payment.payment_id)).toEqual([]);
});

it('a lost answer to the request is looked up while the browser waits, and the payment is charged once', async () => {
  await arm('authentication', 'execute_then_drop');
  const payment = await pay(issuers.frictionless);
  expect(ok(await requestAuthentication(merchant, payment)).trans_status).toBe('Y');
  await ended(payment, 'succeeded');
  expect(effectLabelsOf(system, payment.payment_id)).toEqual(['charge 6540']);
  expect(await flowsOf(payment)).toEqual(['authenticate', 'authorize', 'pre_authenticate']);
});

it.each([
  ['a lost range', 'pre_authentication', 'execute_then_drop'],
  ['a range that the 3DS server fails to look up', 'pre_authentication', 'fail_500'],
])('%s fails the payment without a charge', async (_name, kind, fault) => {
  await arm(kind, fault);
  await notCharged(await pay(issuers.frictionless));
});

it('a request that the 3DS server never executed ends without a charge', async () => {
  await arm('authentication', 'fail_500');
  const payment = await pay(issuers.frictionless);
  await requestAuthentication(merchant, payment);
  await notCharged(payment);
});

it('only the payment’s own browser authenticates it, with its data and in a browser', async () => {
  const payment = await pay(issuers.challenging);
  const other = await pay(issuers.withoutMethod);
  expect(other.next_action.three_ds_data.three_ds_method_details.three_ds_method_data_submission).toBe(false);
  const request = (more: object) => requestAuthentication(merchant, payment, more).then(statusAndBody);
  expect(await request({ client_secret: other.client_secret })).toEqual(
    refusal(400, 'IR_09', 'The client_secret provided does not match the client_secret associated with the Payment'),
  );
  expect(await request({ client_secret: undefined })).toEqual(missing('client_secret'));
  expect((await request({ device_channel: 'APP' })).status).toBe(501);
  const stranger = await aMerchant(system, { connectors: [] });
  expect((await requestAuthentication(stranger, payment)).status).toBe(404);
  expect((await stranger.client.get(`/poll/status/external_authentication_${payment.payment_id}`)).status).toBe(404);
  const unknownBrowser = await pay(issuers.frictionless, { browser_info: { ip_address: '198.51.100.1' } });
  expect(statusAndBody(await requestAuthentication(merchant, unknownBrowser))).toEqual(missing('browser_info'));
  const plain = ok(await merchant.api.post('/payments', { amount: 100, currency: 'USD' }));
  expect(statusAndBody(await requestAuthentication(merchant, plain))).toEqual(
    precondition(
      'You cannot authenticate this payment because payment_attempt.external_three_ds_authentication_attempted is false',
    ),
  );
});

it('a payment that requests the authentication is refused at a profile without it, before anything is sent', async () => {
  const without = await aMerchant(system);
  const { merchantId, profileId, api } = without;
  const request = () => api.post('/payments', authenticatedPayment(issuers.frictionless)).then(statusAndBody);
  expect(await request()).toEqual(
    refusal(422, 'IR_29', 'authentication_connector_details is not available in business profile'),
  );
  const path = `/account/${merchantId}/business_profile/${profileId}`;
  ok(await api.post(path, { authentication_connector_details: requestor }));
  expect(await request()).toEqual(
    refusal(422, 'IR_29', `No authentication_connector found for profile_id ${profileId}`),
  );
  const change = (details: object) =>
    api.post(path, { authentication_connector_details: { ...requestor, ...details } }).then(statusAndBody);
  expect(await change({ three_ds_requestor_url: 'javascript:alert(1)' })).toEqual(
    wrongValue('authentication_connector_details.three_ds_requestor_url. Allowed: an http or https address'),
  );
  expect(await change({ authentication_connectors: [] })).toEqual(
    wrongValue('authentication_connector_details.authentication_connectors. Allowed: one connector or more'),
  );
});

it('an account of the 3DS server needs the texts of the merchant, and takes no payments', async () => {
  const { merchantId, api } = await aMerchant(system, { connectors: [] });
  const create = (more: object) =>
    api.post(`/account/${merchantId}/connectors`, serverAccount(more)).then(statusAndBody);
  const lacking = ['merchant_country_code', 'merchant_name', 'acquirer_bin', 'acquirer_merchant_id'];
  expect(await create({ metadata: { mcc: '5411' } })).toEqual(
    listing(missing('metadata.merchant_country_code'), ...lacking.map((name) => `metadata.${name}`)),
  );
  expect((await create({ connector_type: 'payment_processor' })).status).toBe(422);
  const foreign = await api.post(
    `/account/${merchantId}/connectors`,
    connectorBody('stripe_test', { connector_type: 'authentication_processor' }),
  );
  expect(foreign.status).toBe(422);
  expect((await create({})).status).toBe(200);
  expect(
    (await api.post('/payments', authenticatedPayment(issuers.frictionless, { authentication_type: 'no_three_ds' })))
      .status,
  ).toBe(400);
});

describe('an authentication by the merchant’s own 3DS server', () => {
  const cryptogram = 'AAIBBYNoEwAAAAAAg4dRdQAAAAA=';
  const data = (more: object = {}) => ({
    authentication_cryptogram: { cavv: { authentication_cryptogram: cryptogram } },
    ds_trans_id: 'd61b9ab0-9f6e-4b4b-8f5c-0d7c5bd8a5f4',
    version: '2.2.0',
    eci: '05',
    transaction_status: 'Y',
    ...more,
  });
  const body = (more: object = {}, card: string = '4242424242424242') =>
    authenticatedPayment(card, { request_external_three_ds_authentication: false, three_ds_data: data(), ...more });

  it('is carried to the processor, which does not authenticate the customer again', async () => {
    const payment = ok(await merchant.api.post('/payments', body()));
    expect(payment).toMatchObject({ status: 'succeeded', external_3ds_authentication_attempted: null });
    expect((await atProcessor(payment)).authentication).toEqual({
      transaction_status: 'Y',
      cryptogram,
      eci: '05',
      version: '2.2.0',
      ds_transaction_id: 'd61b9ab0-9f6e-4b4b-8f5c-0d7c5bd8a5f4',
    });
    expect(await flowsOf(payment)).toEqual(['authorize']);
  });

  it('is used instead of one of ours, also for a payment that was created before', async () => {
    const requested = { request_external_three_ds_authentication: true };
    const { payment_method, payment_method_type, payment_method_data, three_ds_data, ...rest } = body() as Json;
    const created = ok(await merchant.api.post('/payments', { ...rest, ...requested, confirm: false }));
    const confirmed = await merchant.api.post(`/payments/${created.payment_id}/confirm`, {
      payment_method,
      payment_method_type,
      payment_method_data,
      three_ds_data,
    });
    for (const paid of [ok(await merchant.api.post('/payments', body(requested))), ok(confirmed)]) {
      expect(paid).toMatchObject({ status: 'succeeded', external_3ds_authentication_attempted: null });
      expect((await atProcessor(paid)).authentication).toMatchObject({ cryptogram, eci: '05' });
      expect(await flowsOf(paid)).toEqual(['authorize']);
    }
  });

  it('stays with its card: a browser that sends another card is not authenticated by it', async () => {
    const open = ok(await merchant.api.post('/payments', body({ confirm: false })));
    const { payment_method, payment_method_type, payment_method_data } = authenticatedPayment(
      '5555555555554444',
    ) as Json;
    const confirmed = ok(
      await merchant.client.post(`/payments/${open.payment_id}/confirm`, {
        client_secret: open.client_secret,
        payment_method,
        payment_method_type,
        payment_method_data,
      }),
    );
    expect(confirmed.status).toBe('succeeded');
    expect((await atProcessor(confirmed)).authentication).toBeNull();
  });

  it.each<[string, object, StatusAndBody]>([
    [
      'without a success',
      { three_ds_data: data({ transaction_status: 'N' }) },
      wrongValue('three_ds_data.transaction_status', 'Y, A'),
    ],
    [
      'without a cryptogram',
      { three_ds_data: data({ authentication_cryptogram: null }) },
      missing('authentication_cryptogram'),
    ],
    [
      'with a cryptogram that is none',
      { three_ds_data: data({ authentication_cryptogram: { cavv: { authentication_cryptogram: 'x' } } }) },
      wrongValue('three_ds_data.authentication_cryptogram', 'base64 of 26 to 56 characters'),
    ],
    [
      'of another version',
      { three_ds_data: data({ version: '1.0.2' }) },
      wrongValue('three_ds_data.version', 'a version such as 2.2.0'),
    ],
    [
      'with another indicator',
      { three_ds_data: data({ eci: 'five' }) },
      wrongValue('three_ds_data.eci', 'one or two digits'),
    ],
  ])('is refused %s', async (_name, more, expected) =>
    expect(statusAndBody(await merchant.api.post('/payments', body(more)))).toEqual(expected),
  );
});

it('the poll config of the operator is what the browser is showing until it is deleted', async () => {
  const polls = (delay_in_secs: number, frequency: number) => ({
    next_action: { three_ds_data: { poll_config: { delay_in_secs, frequency } } },
  });
  const untilShown = (payment: Json, expected: object): Promise<boolean> =>
    eventually(async () => {
      expect(await retrievePayment(merchant, payment.payment_id)).toMatchObject(expected);
      return true;
    });
  const key = 'poll_config_external_three_ds_threedsecureio';
  const payment = await pay(issuers.frictionless);
  expect(payment).toMatchObject(polls(2, 5));
  for (const value of ['soon', '{"delay_in_secs":5}'])
    expect(statusAndBody(await system.admin.post('/configs/', { key, value }))).toMatchObject({
      status: 422,
      body: { error: { code: 'IR_05', message: expect.stringContaining('value') as string } },
    });
  ok(await system.admin.post('/configs/', { key, value: '{"delay_in_secs":3,"frequency":6}' }));
  await untilShown(payment, polls(3, 6));
  expect(await pay(issuers.frictionless)).toMatchObject(polls(3, 6));
  expect((await system.admin.post(`/configs/${key}`, { value: 'soon' })).status).toBe(422);
  ok(await system.admin.post(`/configs/${key}`, { value: '{"delay_in_secs":4,"frequency":7}' }));
  await untilShown(payment, polls(4, 7));
  ok(await system.admin.raw('DELETE', `/configs/${key}`));
  await untilShown(payment, polls(2, 5));
});
