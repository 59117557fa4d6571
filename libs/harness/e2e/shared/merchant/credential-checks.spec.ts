import { aMerchant, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { notAllowed, refusal, statusAndBody, unauthorized } from '../../support/wire';
import { secretKey } from '../stripe/at-stripe';

const system = sharedSystem();
const path = '/account/connectors/verify';
const body = (connector_name: string, api_key: string, auth_type = 'HeaderKey') => ({
  connector_name,
  connector_account_details: { auth_type, api_key },
});

let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

const verify = (sent: object) => merchant.api.post(path, sent);
const effects = () => system.ledger().filter(({ entry }) => entry === 'effect').length;

it('credentials that the processor accepts get an empty answer, and nothing moves', async () => {
  const before = effects();
  for (const sent of [body('stripe', secretKey), body('stripe_test', 'sk_of_no_account')]) {
    const { status, text } = await verify(sent);
    expect([status, text]).toEqual([200, '']);
  }
  expect(effects()).toBe(before);
  expect(ok(await merchant.api.get(`/account/${merchant.merchantId}/connectors`))).toHaveLength(1);
});

it('credentials that the processor refuses are refused in its words, and appear in no log', async () => {
  const key = 'sk_test_of_another_account_entirely';
  const { status, body: refused } = await verify(body('stripe', key));
  expect([status, refused.error.code, refused.error.message]).toEqual([
    ...[422, 'IR_06', expect.stringContaining('Invalid API Key')],
  ]);
  for (const app of ['gateway', 'connector-worker'] as const) expect(system.logs(app)).not.toContain(key);
});

it('credentials that no connector takes cause no call', async () => {
  expect(statusAndBody(await verify(body('stripe', 'sk_1', 'NoKey')))).toEqual(
    notAllowed('The auth type is invalid for the connector'),
  );
  expect(statusAndBody(await verify(body('adyen', 'sk_1')))).toEqual(
    refusal(404, 'HE_04', 'The connector provided in the request is incorrect or not available'),
  );
  expect(statusAndBody(await merchant.client.post(path, body('stripe', secretKey)))).toEqual(unauthorized);
});

it('a merchant checks credentials ten times in a minute', async () => {
  const other = await aMerchant(system);
  const answers = [];
  for (let count = 0; count < 11; count++) answers.push(await other.api.post(path, body('stripe_test', 'sk_1')));
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
});
