import {
  aMerchant,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { objectAt, secretKey } from '../stripe/at-stripe';
import { anAuthenticatingMerchant, answerChallenge, browserInfo, issuers } from '../../support/external-authentication';
import { effectLabelsOf } from '../../support/ledger-check';
import { operationsOf } from '../../support/rows';
import { absent, idLike, missing, precondition, refusal, statusAndBody } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => void (merchant = await anAuthenticatingMerchant(system)));

const noAuthentication = absent('Authentication does not exist in our records');
const cardBody = (number: string) => ({
  payment_method: 'card',
  payment_method_data: {
    card: {
      card_number: number,
      card_exp_month: '10',
      card_exp_year: '35',
      card_holder_name: 'Jo Doe',
      card_cvc: '123',
    },
  },
});
const create = async (more: object = {}): Promise<Json> =>
  ok(await merchant.api.post('/authentication', { amount: 6540, currency: 'USD', ...more }));
const secretOf = ({ client_secret }: Json) => ({ client_secret });
type Caller = TestMerchant['api'];
const prepare = (
  authentication: Json,
  card: string,
  more: object = {},
  by: Caller = merchant.client,
): Promise<Answer> =>
  by.post(`/authentication/${authentication.authentication_id}/eligibility`, {
    ...secretOf(authentication),
    ...cardBody(card),
    browser_information: browserInfo,
    ...more,
  });
const authenticate = (authentication: Json, more: object = {}, by: Caller = merchant.client): Promise<Answer> =>
  by.post(`/authentication/${authentication.authentication_id}/authenticate`, {
    ...secretOf(authentication),
    device_channel: 'BRW',
    threeds_method_comp_ind: 'Y',
    ...more,
  });
const sync = (authentication: Json, by: Caller = merchant.api, more: object = {}): Promise<Answer> =>
  by.post(`/authentication/${merchant.merchantId}/${authentication.authentication_id}/sync`, {
    ...secretOf(authentication),
    ...more,
  });
const prepared = async (card: string, more: object = {}): Promise<Json> => {
  const authentication = await create(more);
  expect(ok(await prepare(authentication, card)).status).toBe('pending');
  return authentication;
};
const arm = async (kind: string, fault: string): Promise<void> => {
  const match = { connector: 'threedsecureio', kind };
  ok(await system.sandbox.post('/control/faults', { match, fault, times: 1 }));
};
const flowsOf = async ({ authentication_id }: Json): Promise<string[]> =>
  (await operationsOf(system, authentication_id)).map(({ flow }) => flow).sort();

it('a frictionless authentication succeeds, and a payment takes its proof', async () => {
  const authentication = await create({ customer_details: { name: 'Jo Doe', email: 'jo@acme.example' } });
  expect(authentication).toMatchObject({
    authentication_id: idLike('authn'),
    status: 'started',
    amount: 6540,
    currency: 'USD',
    profile_id: merchant.profileId,
    authentication_connector: null,
    error_code: null,
    customer_details: { name: 'Jo Doe', email: 'jo@acme.example' },
  });
  const eligible = ok(await prepare(authentication, issuers.frictionless));
  expect(eligible).toMatchObject({
    status: 'pending',
    authentication_connector: 'threedsecureio',
    browser_information: null,
    next_action: {
      url: expect.stringMatching(`/authentication/${authentication.authentication_id}/authenticate$`) as string,
      http_method: 'POST',
    },
    eligibility_response_params: { ThreeDsData: { message_version: '2.2.0' } },
  });
  const forBrowser = { status: 'success', trans_status: 'Y', authentication_value: null, eci: null, acs_url: null };
  expect(ok(await authenticate(authentication))).toMatchObject(forBrowser);
  expect(ok(await sync(authentication, merchant.client))).toMatchObject({
    status: 'success',
    authentication_details: null,
    eci: null,
    payment_method_data: null,
  });
  const synced = ok(await sync(authentication));
  expect(synced).toMatchObject({
    status: 'success',
    trans_status: 'Y',
    eci: '05',
    message_version: '2.2.0',
    payment_method_data: { type: 'card_data', card_expiry_month: '10', card_expiry_year: '35' },
    authentication_details: { three_ds_data: { transaction_status: 'Y', eci: '05', version: '2.2.0' } },
    browser_information: browserInfo,
  });
  expect(await flowsOf(authentication)).toEqual(['authenticate', 'pre_authenticate']);
  const { three_ds_data } = synced.authentication_details;
  const payment = ok(
    await merchant.api.post(
      '/payments',
      paymentBody({ ...cardBody(issuers.frictionless), authentication_type: 'three_ds', three_ds_data }),
    ),
  );
  expect(payment.status).toBe('succeeded');
  expect(effectLabelsOf(system, payment.payment_id)).toEqual(['charge 6540']);
});

it('the proof is imported at Stripe, which does not authenticate the customer again', async () => {
  const details = { connector_account_details: { auth_type: 'HeaderKey', api_key: secretKey } };
  const shop = await aMerchant(system, { connectors: ['stripe'], connector: details });
  const three_ds_data = {
    authentication_cryptogram: { cavv: { authentication_cryptogram: 'AAIBBYNoEwAAAAAAg4dRdQAAAAA=' } },
    ds_trans_id: 'ds_imported',
    version: '2.2.0',
    eci: '05',
    transaction_status: 'Y',
  };
  // Stripe challenges every payment by this card.
  const body = paymentBody({ ...cardBody('4000000000003220'), authentication_type: 'three_ds', three_ds_data });
  const payment = ok(await shop.api.post('/payments', body));
  expect(payment).toMatchObject({ status: 'succeeded', connector: 'stripe' });
  const intent = await objectAt(system, `/v1/payment_intents/${payment.connector_transaction_id}`);
  const charge = await objectAt(system, `/v1/charges/${intent.body.latest_charge}`);
  expect(charge.body.payment_method_details.card.three_d_secure).toMatchObject({
    result: 'authenticated',
    transaction_id: 'ds_imported',
    version: '2.2.0',
    electronic_commerce_indicator: '05',
  });
  const { version: _, ...incomplete } = three_ds_data;
  const refused = ok(await shop.api.post('/payments', { ...body, three_ds_data: incomplete }));
  expect([refused.status, refused.amount_received]).toEqual(['failed', null]);
});

it('a challenge is answered at the issuer, and the browser returns with the id and the status only', async () => {
  const authentication = await prepared(issuers.challenging, { return_url: 'https://acme.example/done?from=3ds' });
  const challenge = ok(await authenticate(authentication));
  expect(challenge).toMatchObject({ status: 'pending', trans_status: 'C', acs_reference_number: 'SANDBOX_ACS' });
  expect(ok(await sync(authentication))).toMatchObject({ status: 'pending', trans_status: 'C' });
  const back = await answerChallenge(system, challenge, 'authorize');
  expect([back.status, back.headers['location']]).toEqual([
    302,
    `https://acme.example/done?from=3ds&status=success&authentication_id=${authentication.authentication_id}`,
  ]);
  expect(ok(await sync(authentication))).toMatchObject({ status: 'success', trans_status: 'Y', eci: '05' });
  const path = `/authentication/${merchant.merchantId}/${authentication.authentication_id}/redirect`;
  for (const forged of [path, `${path}?redirect_token=${'x'.repeat(43)}`]) {
    const page = await system.api.raw('POST', forged, '', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([page.status, page.headers['location']]).toEqual([200, undefined]);
  }
});

it.each([
  ['N', issuers.notAuthenticated],
  ['R', issuers.rejecting],
])('the result %s fails the authentication, and there is no proof', async (trans_status, card) => {
  const authentication = await prepared(card);
  expect(ok(await authenticate(authentication))).toMatchObject({
    status: 'failed',
    trans_status,
    error_message: expect.any(String) as string,
  });
  expect(ok(await sync(authentication))).toMatchObject({ status: 'failed', authentication_details: null, eci: null });
});

it('a rejected challenge, and a card that takes no part, fail the authentication', async () => {
  const authentication = await prepared(issuers.challenging, { return_url: 'https://acme.example/done' });
  const back = await answerChallenge(system, ok(await authenticate(authentication)), 'reject');
  expect(String(back.headers['location'])).toContain('status=failed');
  expect(ok(await prepare(await create(), '4242424242424242')).status).toBe('failed');
});

it('a lost answer is looked up while the browser waits, and the customer is authenticated once', async () => {
  const authentication = await prepared(issuers.frictionless);
  await arm('authentication', 'execute_then_drop');
  expect(ok(await authenticate(authentication))).toMatchObject({ status: 'success', trans_status: 'Y' });
  expect(await flowsOf(authentication)).toEqual(['authenticate', 'pre_authenticate']);
});

it('a request that the 3DS server never executed ends as failed', async () => {
  const authentication = await prepared(issuers.frictionless);
  await arm('authentication', 'fail_500');
  await authenticate(authentication);
  await eventually(async () => ok(await sync(authentication)).status === 'failed');
});

it('parallel and repeated calls cause one operation each, and get one answer', async () => {
  const authentication = await create({ authentication_id: `authn_once_${Date.now()}` });
  const again = await merchant.api.post('/authentication', { ...authentication, amount: 1, currency: 'EUR' });
  expect([again.status, again.body.error.code, again.body.error.message]).toEqual([
    ...[400, 'IR_38', `Authentication with authentication_id ${authentication.authentication_id} already exists`],
  ]);
  const four = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 4 }, call));
  const ranges = (await four(() => prepare(authentication, issuers.challenging))).map((answer) => ok(answer));
  expect(ranges.slice(1)).toEqual(ranges.slice(1).map(() => ranges[0]));
  const results = (await four(() => authenticate(authentication))).map((answer) => ok(answer));
  expect(results.slice(1)).toEqual(results.slice(1).map(() => results[0]));
  expect(await flowsOf(authentication)).toEqual(['authenticate', 'pre_authenticate']);
  expect(statusAndBody(await prepare(authentication, issuers.frictionless))).toEqual(
    precondition('The authentication is for another card'),
  );
});

describe('a browser', () => {
  it('reaches only the authentication whose client secret it has', async () => {
    const [own, other] = [await create(), await create()];
    const foreign = { client_secret: other.client_secret };
    const calls = [
      prepare(own, issuers.frictionless, foreign),
      authenticate(own, foreign),
      sync(own, merchant.client, foreign),
      // A server that repeats a client secret must repeat the right one.
      sync(own, merchant.api, foreign),
    ];
    for (const answer of await Promise.all(calls))
      expect([answer.status, answer.body.error.code]).toEqual([400, 'IR_09']);
    const { client_secret: _, ...without } = { ...cardBody(issuers.frictionless), client_secret: '' };
    const path = `/authentication/${own.authentication_id}/eligibility`;
    expect(statusAndBody(await merchant.client.post(path, without))).toEqual(missing('client_secret'));
    expect((await merchant.client.post('/authentication', { amount: 1, currency: 'USD' })).status).toBe(401);
    expect((await prepare(own, issuers.frictionless, { profile_id: merchant.profileId })).status).toBe(400);
    expect(ok(await sync(own)).status).toBe('started');
  });

  it('of another merchant finds nothing', async () => {
    const [own, stranger] = [await create(), await aMerchant(system)];
    for (const by of [stranger.client, stranger.api]) {
      const answers = [prepare(own, issuers.frictionless, {}, by), authenticate(own, {}, by), sync(own, by)];
      for (const answer of await Promise.all(answers)) expect(statusAndBody(answer)).toEqual(noAuthentication);
    }
  });
});

it.each<[string, object, object]>([
  ['an amount of zero', { amount: 0 }, precondition('Amount must be greater than 0')],
  [
    'a customer’s id',
    { customer_details: { id: 'cus_1' } },
    refusal(501, 'IR_00', 'customer_details.id is not implemented'),
  ],
])('an authentication with %s is refused', async (_name, more, refused) =>
  expect(statusAndBody(await merchant.api.post('/authentication', { amount: 1, currency: 'USD', ...more }))).toEqual(
    refused,
  ),
);

it('a step that cannot be taken is refused by name', async () => {
  const authentication = await create({ authentication_connector: 'netcetera' });
  const named = 'Invalid authentication_connector found in request : netcetera';
  expect(statusAndBody(await prepare(authentication, issuers.frictionless))).toEqual(refusal(422, 'IR_29', named));
  const early = 'Pre Authentication must be completed successfully before Authentication can be performed';
  expect(statusAndBody(await authenticate(authentication))).toEqual(refusal(422, 'IR_29', early));
  expect(statusAndBody(await authenticate(authentication, { device_channel: 'APP' }))).toEqual(
    refusal(501, 'IR_00', 'device_channel APP is not implemented'),
  );
  const path = `/authentication/${authentication.authentication_id}`;
  for (const name of ['eligibility-check', 'enabled_authn_methods_token'])
    expect(statusAndBody(await merchant.client.post(`${path}/${name}`, secretOf(authentication)))).toEqual(
      refusal(501, 'IR_00', 'Click to Pay is not implemented'),
    );
  const blind = await create();
  ok(await prepare(blind, issuers.frictionless, { browser_information: null }));
  expect(statusAndBody(await authenticate(blind))).toEqual(
    refusal(400, 'IR_07', 'Invalid value provided: browser_information'),
  );
});
